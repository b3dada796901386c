import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { certain } from "#lib/certain.ts";

/** A problem on a line of a file, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface LinedText {
  readonly text: string;
  readonly line: number;
}

export interface LinedMap {
  readonly line: number;
  readonly entries: ReadonlyMap<string, string>;
}

/** The value of a key: a text, a map of texts, or a list of either; none is set for any other value. */
export interface FrontMatterField {
  /** The line of the key. */
  readonly line: number;
  readonly text?: string;
  readonly entries?: ReadonlyMap<string, string>;
  readonly items?: readonly LinedText[];
  readonly maps?: readonly LinedMap[];
  /** True for a key of a cascade of which nothing can tell whether it is meant for the post. */
  readonly isUnsure?: true;
}

export interface FrontMatter {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly body: string;
  /** The line of the file where `body` begins. */
  readonly bodyLine: number;
}

export const frontMatterProblem = (line: number, message: string) => ({ problem: { line, message } });

/** The fields of front matter in YAML, which begins on `firstLine` of the file. */
export const readYaml = (
  yaml: string,
  firstLine: number,
): Map<string, FrontMatterField> | { readonly problem: LineProblem } => {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { schema: "failsafe", prettyErrors: false, lineCounter });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line - 1 + firstLine;
  const [error] = [...document.errors, ...document.warnings];
  if (error) return frontMatterProblem(lineAt(error.pos[0]), messageOf(error));
  const { contents } = document;
  if (contents === null) return new Map();
  if (!isMap<Node, Node>(contents)) {
    return frontMatterProblem(firstLine, "Front matter consists of keys, such as title: First ice.");
  }
  const lineOf = (node: Node): number => lineAt(node.range?.[0] ?? 0);
  return new Map(
    contents.items.map(({ key, value }) => [
      isScalar(key) ? String(key.value) : key.toString(),
      { line: lineOf(key), ...readValue(value, lineOf) },
    ]),
  );
};

const messageOf = ({ code, message }: { readonly code: string; readonly message: string }): string => {
  if (code === "BLOCK_AS_IMPLICIT_KEY") return 'A text that holds ": " must stand in quotes.';
  if (/call stack/.test(message)) return "Front matter is nested too deeply.";
  return `Front matter is not YAML: ${message}.`;
};

const readValue = (value: Node | null, lineOf: (node: Node) => number): Omit<FrontMatterField, "line"> => {
  if (isScalar<string>(value)) return { text: textIn(value) };
  if (value && isTextMap(value)) return { entries: textsIn(value) };
  if (!isSeq<Node>(value)) return {};
  if (value.items.length > 0 && value.items.every(isTextMap))
    return { maps: value.items.map((item) => ({ line: lineOf(item), entries: textsIn(item) })) };
  if (!value.items.every(isScalar<string>)) return {};
  return { items: value.items.map((item) => ({ text: textIn(item), line: lineOf(item) })) };
};

/** The text of a scalar. YAML's null has none, unless it is in quotes. */
const textIn = ({ type, value }: Scalar<string>): string =>
  type === "PLAIN" && /^(?:~|null|Null|NULL)$/.test(value) ? "" : value;

type TextMap = YAMLMap<Scalar<string>, Scalar<string>>;

const isTextMap = (node: Node): node is TextMap =>
  isMap(node) && node.items.every(({ key, value }) => isScalar(key) && isScalar(value));

const textsIn = ({ items }: TextMap): ReadonlyMap<string, string> =>
  new Map(items.map(({ key, value }) => [key.value, textIn(certain(value))]));
