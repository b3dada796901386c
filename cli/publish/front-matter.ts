import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

/** One thing wrong with a file, at a line of it, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** A text and the line on which it stands. */
export interface LinedText {
  readonly text: string;
  readonly line: number;
}

/**
 * What stands behind a key: a text, a list of texts, or, where neither is here, something else. The line is
 * the key's.
 */
export interface FrontMatterField {
  readonly line: number;
  readonly text?: string;
  readonly items?: readonly LinedText[];
}

/** A file taken apart: its front matter by key, and the rest as it was written. */
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly body: string;
  /** The line of the file that is the first of `body`. */
  readonly bodyLine: number;
}

/**
 * Takes a file apart into its front matter, the YAML between a first line `---` and the next such line, and
 * its body. Values stay texts as they are written: `2025-05-25` is no date, `1.10` no number, nothing after
 * the colon the empty text. Whoever knows the keys reads on from there. When the front matter cannot be read,
 * says where and why.
 */
export const parseFrontMatter = (file: string): FrontMatter | { readonly problem: LineProblem } => {
  const lines = file.replace(/^\uFEFF/, "").split("\n");
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (!isFence(lines[0]!) || end < 0) {
    return problem(
      1,
      "Expected front matter: a line ---, keys such as title: First ice, and a line --- again.",
    );
  }
  const yaml = lines.slice(1, end).map((line) => line.replace(/\r$/, ""));
  const read = readYaml(yaml.join("\n"));
  if ("problem" in read) return read;
  return { fields: read, body: lines.slice(end + 1).join("\n"), bodyLine: end + 2 };
};

const isFence = (line: string): boolean => /^---\s*$/.test(line);

const problem = (line: number, message: string) => ({ problem: { line, message } });

/** The line of the front matter's first key. */
const firstLine = 2;

const readYaml = (yaml: string): Map<string, FrontMatterField> | { readonly problem: LineProblem } => {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { schema: "failsafe", prettyErrors: false, lineCounter });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line - 1 + firstLine;
  const [error] = [...document.errors, ...document.warnings];
  if (error) return problem(lineAt(error.pos[0]), messageOf(error));
  const { contents } = document;
  if (contents === null) return new Map();
  if (!isMap<Node, Node>(contents)) {
    return problem(firstLine, "Front matter consists of keys, such as title: First ice.");
  }
  const lineOf = (node: Node): number => lineAt(node.range?.[0] ?? 0);
  return new Map(
    contents.items.map(({ key, value }) => [
      isScalar(key) ? String(key.value) : key.toString(),
      { line: lineOf(key), ...readValue(value, lineOf) },
    ]),
  );
};

const messageOf = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  code === "BLOCK_AS_IMPLICIT_KEY"
    ? 'A text that holds ": " must stand in quotes.'
    : `Front matter is not YAML: ${message}.`;

const readValue = (
  value: Node | null,
  lineOf: (node: Node) => number,
): Pick<FrontMatterField, "text" | "items"> => {
  if (isScalar<string>(value)) return { text: value.value };
  if (!isSeq<Node>(value) || !value.items.every(isScalar<string>)) return {};
  return { items: value.items.map((item) => ({ text: item.value, line: lineOf(item) })) };
};
