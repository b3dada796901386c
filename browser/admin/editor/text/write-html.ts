import type { Mark, Node } from "prosemirror-model";
import { lineBreak, type Piece, tidyPieces, type Wrapping } from "#lib/richtext/inline-text.ts";
import type { Block, ListItem } from "#lib/richtext/outline.ts";
import { outlineHtml } from "#lib/richtext/outline-html.ts";
import { escapeText, type LinkAttributes, linkMarkup } from "#lib/richtext/source/markup.ts";
import { formattingMarks } from "./schema.ts";

/** The HTML of nodes of rich text, as the service writes what it has cleaned. */
export const htmlOfNodes = (nodes: readonly Node[]): string => outlineHtml(joinedLists(nodes.map(blockOf)));

const blockOf = (node: Node): Block => {
  const { attrs } = node;
  switch (node.type.name) {
    case "paragraph":
      return { kind: "line", name: "p", key: attrs.key, pieces: piecesOfLine(node) };
    case "heading":
      return { kind: "line", name: `h${attrs.level}`, key: attrs.key, pieces: piecesOfLine(node) };
    case "quote":
      return { kind: "quote", key: attrs.key, content: joinedLists(node.children.map(blockOf)) };
    case "bullet_list":
      return { kind: "list", name: "ul", start: "", items: node.children.map(itemOf) };
    case "ordered_list": {
      const start = (attrs.start ?? 1) === 1 ? "" : ` start="${attrs.start}"`;
      return { kind: "list", name: "ol", start, items: node.children.map(itemOf) };
    }
    default:
      return { kind: "rule" };
  }
};

const itemOf = (node: Node): ListItem => {
  const content = node.children.map(blockOf).filter((block) => !isBlank(block));
  return { kind: "item", key: node.attrs.key, content: joinedLists(content) };
};

/** Items have no empty lines. */
const isBlank = (block: Block): boolean =>
  block.kind === "line" && !block.pieces.some(({ text }) => text !== lineBreak && /\S/.test(text));

/** Lists of one kind that stand side by side are one list, unless the second has a number of its own. */
const joinedLists = (blocks: readonly Block[]): Block[] => {
  const joined: Block[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before?.kind === "list" && block.kind === "list" && before.name === block.name && block.start === "")
      joined[joined.length - 1] = { ...before, items: [...before.items, ...block.items] };
    else joined.push(block);
  }
  return joined;
};

const formatting = new Map<string, Wrapping>(
  formattingMarks.map(({ feature, tags: [tag] }) => [feature, { start: `<${tag}>`, end: `</${tag}>` }]),
);

const piecesOfLine = (line: Node): readonly Piece[] => {
  let link: { readonly mark: Mark; readonly wrapping: Wrapping } | undefined;
  const pieces = line.children.map((child): Piece => {
    const wrappings: Wrapping[] = [];
    const mark = child.marks.find(({ type }) => type.name === "link");
    // The same address again, after other text, is another link.
    if (!mark || !link?.mark.eq(mark)) link = mark && linkOf(mark);
    if (link) wrappings.push(link.wrapping);
    for (const { type } of child.marks) {
      const wrapping = formatting.get(type.name);
      if (wrapping) wrappings.push(wrapping);
    }
    return { text: child.isText ? escapeText(storable(child.text ?? "")) : lineBreak, wrappings };
  });
  return tidyPieces(pieces);
};

const linkOf = (mark: Mark) => {
  const start = linkMarkup(mark.attrs as LinkAttributes & Mark["attrs"]);
  return start === "" ? undefined : { mark, wrapping: { start: `<a${start}>`, end: "</a>" } };
};

/** The text without what the service refuses or replaces. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
