import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import {
  InvalidManifest,
  type ManifestProblem,
  maxManifestProblems,
  messageText,
  type Path,
  pathText,
  type Report,
} from "#lib/manifest/problem.ts";
import { fileWords } from "#lib/manifest/words.ts";
import { fieldsOfAll } from "#lib/pages/content.ts";
import type { ContentType } from "#lib/pages/content-fields.ts";
import { declared } from "#lib/pages/content-values.ts";
import { maxDepth, nestedTooDeeply, tooDeepMessage } from "./nesting.ts";

/** A manifest before any check. */
export interface Source {
  readonly value: unknown;
  /** The problems so far, in the order of their lines. */
  readonly problems: () => readonly ManifestProblem[];
  readonly report: Report;
  /** A problem with its line: that of the nearest part of the path that is in the file. */
  readonly problemAt: (path: Path, message: string) => ManifestProblem;
}

/** Reads YAML 1.2 or JSON. Throws `InvalidManifest` with all syntax errors, repeated keys included. */
export const readSource = (text: string): Source => {
  const tooDeep = deepLine(text);
  if (tooDeep) throw new InvalidManifest([{ path: "", line: tooDeep, message: tooDeepMessage }]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const lineOf = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, code, message }) => ({
      path: "",
      line: lineOf(pos[0]),
      message: syntaxFault(code, message),
    }));
    throw new InvalidManifest(problems);
  }
  const problemAt = (path: Path, message: string): ManifestProblem => ({
    path: pathText(path),
    line: lineOf(offsetOf(document.contents, path)),
    message,
  });
  keepWrittenTexts(document);
  const value = plainValue(document, lineOf);
  const deep = nestedTooDeeply(value);
  if (deep) throw new InvalidManifest([problemAt(deep.path, deep.message)]);
  return sourceOf(value, problemAt);
};

const textTypes: ReadonlySet<ContentType> = new Set([
  ...(["title", "slug", "text", "richText", "tags", "categories", "authors", "guid"] as const),
]);

/** Keys whose values are texts, or lists of texts. */
const textKeys: ReadonlySet<string> = new Set([
  ...["name", "subtitle", "key", "alt_text", "caption"],
  ...declared(fieldsOfAll).flatMap(([, { type }, wire]) => (textTypes.has(type) ? [wire] : [])),
]);

/** Gives back numbers that are texts as they are written: YAML reads `007` as 7, `1e999` as infinity. */
const keepWrittenTexts = (document: Document): void => {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !textKeys.has(String(key.value))) return;
      for (const scalar of isSeq(value) ? value.items : [value])
        if (isScalar(scalar) && typeof scalar.value === "number")
          scalar.value = scalar.source ?? scalar.value;
    },
  });
};

const syntaxFault = (code: string, message: string): string => {
  if (code === "MULTIPLE_DOCS") return "expected one document: remove what begins with ---";
  if (code === "NON_STRING_KEY") return "expected text as a key";
  return message;
};

/**
 * The first line with more brackets open, or more lists begun, than may be nested. Looked for before the text
 * is parsed, because the parser calls itself for each and would exhaust the stack.
 */
const deepLine = (text: string): number | undefined => {
  if (!isSuspicious(text)) return undefined;
  let [line, open, begun] = [1, 0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") open++;
    if (token === "]" || token === "}") open--;
    if (token === "-" || token === "?") begun++;
    if (open > maxDepth || begun > maxDepth) return line;
    const ends = token.split("\n").length - 1;
    line += ends;
    if (ends > 0) begun = 0;
  }
  return undefined;
};

/** False for nearly all texts, which then need no second reading. */
const isSuspicious = (text: string): boolean =>
  /([-?]\s+){100}/.test(text) || (text.match(/[[{]/g)?.length ?? 0) > maxDepth;

/** Converts the document to plain values. Only this finds unknown aliases, and too many of them. */
const plainValue = (document: Document, lineOf: (offset: number) => number): unknown => {
  try {
    return document.toJS();
  } catch (error) {
    let line = 1;
    visit(document, {
      Alias: (_, alias) => {
        line = lineOf(alias.range?.[0] ?? 0);
        return alias.resolve(document) === undefined ? visit.BREAK : undefined;
      },
    });
    throw new InvalidManifest([{ path: "", line, message: (error as Error).message }]);
  }
};

/** The source for programs that pass a value instead of a file. All problems are on line 1. */
export const sourceFromValue = (value: unknown): Source =>
  sourceOf(structuredClone(value), (path, message) => ({ path: pathText(path), line: 1, message }));

const sourceOf = (value: unknown, problemAt: Source["problemAt"]): Source => {
  const problems: ManifestProblem[] = [];
  return {
    value,
    problemAt,
    problems: () => problems.toSorted((a, b) => a.line - b.line),
    report: (path, message) => {
      if (problems.length < maxManifestProblems)
        problems.push(problemAt(path, messageText(message, fileWords)));
    },
  };
};

/** The position of the path's key or list item in the text. */
const offsetOf = (root: unknown, path: Path): number => {
  let node = root;
  let offset = startOf(root) ?? 0;
  for (const step of path) {
    const next = childOf(node, step);
    if (!next) break;
    offset = startOf(next.at) ?? offset;
    node = next.value;
  }
  return offset;
};

const childOf = (
  node: unknown,
  step: string | number,
): { readonly at: unknown; readonly value: unknown } | undefined => {
  if (isSeq(node)) return { at: node.items[Number(step)], value: node.items[Number(step)] };
  if (!isMap(node)) return undefined;
  const pair = node.items.find((item) => isPair(item) && String(item.key) === String(step));
  return pair && { at: pair.key, value: pair.value };
};

const startOf = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined);

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; name the manifest in it",
  EACCES: "its rights do not allow it",
};

/** Reads a manifest's file. Throws `InvalidManifest` as `readSource` does, also if it cannot be read. */
export const readFileSource = async (path: string): Promise<Source> => {
  const refuse = (message: string): never => {
    throw new InvalidManifest([{ path: "", line: 1, message }]);
  };
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) =>
    refuse(`the file cannot be read (${fileFaults[error.code ?? ""] ?? error.message})`),
  );
  if (!isUtf8(bytes)) return refuse("the file is not UTF-8");
  return readSource(bytes.toString());
};
