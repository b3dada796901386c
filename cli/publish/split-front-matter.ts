import { certain } from "#lib/certain.ts";
import { type FrontMatter, frontMatterProblem, type LineProblem, readYaml } from "./front-matter.ts";
import { readToml } from "./toml-front-matter.ts";

/**
 * Splits a file into front matter, the YAML between its first line `---` and the next such line, and body;
 * between lines `+++` it is TOML, and from a line `{` to a line `}` JSON. Values of YAML stay text as they
 * are written: `2025-05-25` is no date, `1.10` no number, an empty value the empty text.
 */
export const parseFrontMatter = (file: string): FrontMatter | { readonly problem: LineProblem } => {
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
  // JSON is YAML, too.
  const read = isJson
    ? readYaml(text, 1)
    : mark === "---"
      ? readYaml(text, firstLine)
      : readToml(text, firstLine);
  if ("problem" in read) return read;
  return { fields: read, body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
};

/** Far more than the chapters of a long recording take. */
const maxLength = 200_000;

const firstLine = 2;
