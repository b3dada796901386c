import type { BodyPart } from "#cli/publish/body/body-part.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { keyByField } from "./file-fields.ts";
import type { LineProblem } from "./front-matter.ts";

/** A problem with a request, at a dotted path into its body, in the API's words. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export interface Positions {
  /** Line numbers by path, such as `title` or `tags.2`. */
  readonly lines: ReadonlyMap<string, number>;
  /** The blocks of the text, where they are known. */
  readonly blocks?: Readonly<Record<SectionName, readonly BodyPart[]>>;
}

/** Turns the API's problems by field into problems by line; those without a line go to the first. */
export const problemsInFile = (positions: Positions, problems: readonly FieldProblem[]): LineProblem[] =>
  problems.map((problem) => problemInFile(positions, problem));

const problemInFile = ({ lines, blocks }: Positions, { path, message }: FieldProblem): LineProblem => {
  const [field = "", index = "", ...members] = path.split(".");
  const section = sectionNames.find((name) => name === field);
  const part = section && blocks?.[section][Number(index)];
  if (part) {
    const member = members.slice(1).join(".");
    return { line: part.lineOf(members), message: member === "" ? message : `${member}: ${message}` };
  }
  const line = lines.get(`${field}.${index}`) ?? lines.get(field) ?? 1;
  const key = keyByField.get(field);
  return { line, message: key ? `${key}: ${message}` : message };
};
