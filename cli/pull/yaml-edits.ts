import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLSeq,
} from "yaml";
import { certain } from "#lib/certain.ts";
import {
  isTextList,
  lineEndAt,
  lineStartAt,
  type MatterChange,
  type MatterValue,
  type TextEdit,
  withEdits,
} from "./matter-change.ts";

type TopPair = Pair<Node, Node | null>;

/** YAML in which these keys have other values. Everything else stays as it is written. */
export const editedYaml = (yaml: string, changes: readonly MatterChange[]): string => {
  const document = parseDocument(yaml, { schema: "failsafe", prettyErrors: false });
  const { contents } = document;
  if (!isMap<Node, Node | null>(contents) || contents.flow) return rewritten(document, changes);
  const eol = /\r\n/.test(yaml) ? "\r\n" : "\n";
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const { key, value } of changes) {
    const pair = contents.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (pair) edits.push(...(value === undefined ? [removal(yaml, pair)] : editsOf(yaml, pair, key, value)));
    else if (value !== undefined) added.push(entry(key, value));
  }
  if (added.length > 0) {
    const begin = yaml === "" || yaml.endsWith("\n") ? "" : "\n";
    edits.push({ start: yaml.length, end: yaml.length, text: begin + added.join("") });
  }
  const inLines = edits.map((edit) => ({ ...edit, text: edit.text.replace(/\r?\n/g, eol) }));
  return withEdits(yaml, inLines);
};

/** Maps in braces are written anew. */
const rewritten = (document: Document.Parsed, changes: readonly MatterChange[]): string => {
  for (const { key, value } of changes) {
    if (value === undefined) document.delete(key);
    else document.set(key, document.createNode(Array.isArray(value) ? value : String(value)));
  }
  return document.toString({ lineWidth: 0 });
};

const entry = (key: string, value: MatterValue): string =>
  isTextList(value)
    ? `${key}: [${value.map((text) => scalarText(text, undefined, true)).join(", ")}]\n`
    : stringify({ [key]: value }, { lineWidth: 0 });

/** The end of a node without the comments and blank lines below it. */
const endOf = (node: Node): number => {
  if (isCollection(node) && !node.flow) {
    const last = node.items.at(-1);
    const inner = isPair(last) ? ((last.value ?? last.key) as Node | null) : (last as Node | undefined);
    if (inner?.range) return endOf(inner);
  }
  return certain(node.range)[1];
};

/** The lines of a key and its value. */
const removal = (yaml: string, { key, value }: TopPair): TextEdit => {
  const end = Math.max(certain(key.range)[1], value?.range ? endOf(value) : 0);
  const isAtLine = end > 0 && yaml[end - 1] === "\n";
  return {
    start: lineStartAt(yaml, certain(key.range)[0]),
    end: isAtLine ? end : lineEndAt(yaml, end),
    text: "",
  };
};

const editsOf = (yaml: string, pair: TopPair, key: string, value: MatterValue): readonly TextEdit[] => {
  const node = pair.value;
  const wholeEntry = (): readonly TextEdit[] => [{ ...removal(yaml, pair), text: entry(key, value) }];
  if (!node?.range || (isScalar(node) && node.range[0] === node.range[1])) return wholeEntry();
  if (isTextList(value)) {
    if (isSeq<Node>(node) && node.items.every((item) => isScalar(item)))
      return node.flow ? [flowEdit(yaml, node, value)] : (blockEdits(yaml, node, value) ?? wholeEntry());
    if (!isScalar(node)) return wholeEntry();
    // `tags: a, b` and `author: Ada` are lists, too.
    if (value.some((text) => text.includes(","))) return wholeEntry();
    return [scalarEdit(yaml, node, value.join(", "))];
  }
  return isScalar(node) && !Array.isArray(value) ? [scalarEdit(yaml, node, value as string)] : wholeEntry();
};

const scalarEdit = (yaml: string, node: Scalar, value: string | number | boolean): TextEdit => {
  const [start, end] = certain(node.range);
  const behind = yaml[end - 1] === "\n" ? "\n" : "";
  return { start, end, text: scalarText(value, node.type, false) + behind };
};

/** A scalar in the quotes that the former one had. */
const scalarText = (value: string | number | boolean, type: Scalar["type"], isInFlow: boolean): string => {
  if (typeof value !== "string") return String(value);
  const isQuoted = type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
  const quotes = /[\r\n]/.test(value) ? "QUOTE_DOUBLE" : isQuoted ? type : "PLAIN";
  const options = { defaultStringType: quotes, lineWidth: 0 } as const;
  if (!isInFlow) return stringify(value, options).trimEnd();
  const list = stringify([value], { ...options, collectionStyle: "flow", flowCollectionPadding: false });
  return list.trim().slice(1, -1);
};

const textOf = (item: Scalar): string => String(item.value);

const sourceOf = (yaml: string, { range }: Scalar): string =>
  yaml.slice(certain(range)[0], certain(range)[1]);

/** The list in brackets, with its members as they are written. */
const flowEdit = (yaml: string, list: YAMLSeq<Node>, texts: readonly string[]): TextEdit => {
  const [start, end] = certain(list.range);
  const written = yaml.slice(start, end);
  const items = list.items as Scalar[];
  const known = new Map(items.map((item) => [textOf(item), sourceOf(yaml, item)]));
  const members = texts.map((text) => known.get(text) ?? scalarText(text, items[0]?.type, true));
  const comma = items.length > 1 && !/,\s/.test(written) ? "," : ", ";
  const pad = /^\[ +\S/.test(written) && /\S +\]$/.test(written) ? " " : "";
  return { start, end, text: `[${pad}${members.join(comma)}${pad}]` };
};

/** Removes and adds lines of a list; undefined if its members have another order, or share lines. */
const blockEdits = (
  yaml: string,
  list: YAMLSeq<Node>,
  texts: readonly string[],
): readonly TextEdit[] | undefined => {
  const items = list.items as Scalar[];
  const before = items.map(textOf);
  const kept = before.filter((text) => texts.includes(text));
  const added = texts.filter((text) => !before.includes(text));
  if ([...kept, ...added].join("\n") !== texts.join("\n") || kept.length === 0) return undefined;
  const linesOf = (item: Scalar): TextEdit => {
    const [start, end] = certain(item.range);
    return { start: lineStartAt(yaml, start), end: lineEndAt(yaml, end), text: "" };
  };
  const last = certain(items.at(-1));
  const { start, end } = linesOf(last);
  const indent = yaml.slice(start, certain(last.range)[0]);
  const isPlain = /^\s*-\s+$/.test(indent);
  if (!isPlain && added.length > 0) return undefined;
  const begin = yaml[end - 1] === "\n" ? "" : "\n";
  const lines = added.map((text) => `${indent}${scalarText(text, last.type, false)}\n`).join("");
  return [
    ...items.filter((item) => !texts.includes(textOf(item))).map(linesOf),
    ...(lines === "" ? [] : [{ start: end, end, text: begin + lines }]),
  ];
};
