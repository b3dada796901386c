import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { certain } from "#lib/certain.ts";
import { type FrontMatter, frontMatterProblem, type LineProblem, readYaml } from "./front-matter.ts";
import { readToml } from "./toml-front-matter.ts";

/**
 * Splits a file into front matter, the YAML between its first line `---` and the next such line, and body;
 * between lines `+++` it is TOML, and from a line `{` to a line `}` JSON. Values of YAML stay text as they
 * are written: `2025-05-25` is no date, `1.10` no number, an empty value the empty text.
 */
export const parseFrontMatter = (file: string): FrontMatter | { readonly problem: LineProblem } => {
  const split = splitFile(file);
  if ("problem" in split) return split;
  const { mark, text, lines, end } = split;
  // JSON is YAML, too.
  const read =
    mark === "+++" ? readToml(text, firstLine) : readYaml(text, mark === "{" ? firstLine - 1 : firstLine);
  if ("problem" in read) return read;
  return { fields: read, body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
};

/** The values of front matter, however deep; throws an error if it cannot be read. */
export const nestedFrontMatter = (file: string): Readonly<Record<string, unknown>> => {
  const split = splitFile(file);
  if ("problem" in split) throw new Error(split.problem.message);
  const values: unknown =
    split.mark === "+++" ? parseToml(split.text) : parseYaml(split.text, { merge: true });
  return typeof values === "object" && values !== null ? { ...values } : {};
};

interface Split {
  readonly mark: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** The index of the line that ends the front matter. */
  readonly end: number;
}

const splitFile = (file: string): Split | { readonly problem: LineProblem } => {
  const lines = file.replace(/^\uFEFF/, "").split("\n");
  const mark = /^(---|\+\+\+|\{)\s*$/.exec(certain(lines[0]))?.[1];
  const isJson = mark === "{";
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === (isJson ? "}" : mark));
  if (/^---\s*(?:js|javascript)\s*$/.test(certain(lines[0])))
    return frontMatterProblem(
      1,
      "Front matter in JavaScript is not read; write it as YAML, between lines ---.",
    );
  if (mark === undefined || end < 0) {
    return frontMatterProblem(
      1,
      "Expected front matter: a line ---, keys such as title: First ice, and a line --- again.",
    );
  }
  const text = lines
    .slice(isJson ? 0 : 1, isJson ? end + 1 : end)
    .map((line) => line.replace(/\r$/, ""))
    .join("\n");
  if (text.length > maxLength)
    return frontMatterProblem(1, `Front matter has at most ${maxLength} characters.`);
  return { mark, text, lines, end };
};

/** Far more than the chapters of a long recording take. */
const maxLength = 200_000;

const firstLine = 2;
