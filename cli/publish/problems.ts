import { blockLines, type FieldProblem } from "./detail.ts";
import type { LineProblem } from "./front-matter.ts";

/** The front matter key for each field of the editor API. The body fills `detail_markdown`. */
export const keyByField: ReadonlyMap<string, string> = new Map([
  ["title", "title"],
  ["slug", "slug"],
  ["visible_date", "date"],
  ["tags", "tags"],
  ["categories", "categories"],
  ["authors", "authors"],
  ["aliases", "aliases"],
  ["search_description", "summary"],
]);

export interface Positions {
  /** Line numbers by path, such as `title`, `tags.2` or `detail_markdown`, which is the body. */
  readonly lines: ReadonlyMap<string, number>;
  readonly markdown: string;
}

/** Turns the API's problems by field into problems by line; those without a line go to the first. */
export const problemsInFile = (positions: Positions, problems: readonly FieldProblem[]): LineProblem[] =>
  problems.map((problem) => problemInFile(positions, problem));

const problemInFile = ({ lines, markdown }: Positions, { path, message }: FieldProblem): LineProblem => {
  const [field = "", index, ...members] = path.split(".");
  const line = lines.get(`${field}.${index}`) ?? lines.get(field) ?? 1;
  if (field === "detail_markdown") {
    const member = members.at(-1);
    return problemInBody(markdown, line, index, member ? `${member}: ${message}` : message);
  }
  const key = keyByField.get(field);
  return { line, message: key ? `${key}: ${message}` : message };
};

/** A problem of the body, at the line in its message, else at the beginning of its block. */
const problemInBody = (
  markdown: string,
  bodyLine: number,
  block: string | undefined,
  message: string,
): LineProblem => {
  const lineInFile = (line: string | number): number => bodyLine + Number(line) - 1;
  const said = message.replace(/\blines? \d+(?:-\d+)?/g, (words) =>
    words.replace(/\d+/g, (line) => String(lineInFile(line))),
  );
  const named = /\blines? (\d+)/.exec(message)?.[1];
  const begin = block === undefined ? undefined : blockLines(markdown)[Number(block)];
  return { line: lineInFile(named ?? begin ?? 1), message: said };
};
