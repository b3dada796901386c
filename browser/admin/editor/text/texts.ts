import type { Node, Schema } from "prosemirror-model";
import { areSame, type Json, type JsonObject } from "#lib/json.ts";
import type { TextSections as Texts } from "#lib/richtext/source/pieces.ts";
import { piecesOf, type TextBlock, type TextPiece } from "#lib/richtext/source/pieces.ts";
import { nodesOfHtml } from "./read-html.ts";
import { htmlOfNodes } from "./write-html.ts";

export type { Texts };

/** What a node is in the API. */
type Written =
  | { readonly html: string; readonly isRead: boolean }
  | { readonly block: TextBlock }
  | { readonly nothing: true };

/**
 * Reads and writes the texts of a post. A node that nobody has touched is written as it was read, letter by
 * letter; one that was made or changed is written once.
 */
export class TextCodec {
  readonly schema: Schema;
  readonly #features: readonly string[];
  /** The types of blocks that have a form. */
  readonly custom: ReadonlySet<string>;
  readonly #written = new WeakMap<Node, Written>();

  constructor(schema: Schema, features: readonly string[], custom: ReadonlySet<string>) {
    this.schema = schema;
    this.#features = features;
    this.custom = custom;
  }

  docOf({ overview, detail }: Texts): Node {
    const { doc, more } = this.schema.nodes;
    return doc!.create(null, [...this.#section(overview), more!.create(), ...this.#section(detail)]);
  }

  /** A section always has something that one can type in or select. */
  #section(blocks: readonly TextBlock[]): readonly Node[] {
    const nodes = this.nodesOf(blocks);
    return nodes.length > 0 ? nodes : [this.schema.nodes.paragraph!.create()];
  }

  nodesOf(blocks: readonly TextBlock[]): readonly Node[] {
    return blocks.flatMap((block, index) =>
      block.type === "paragraph" && typeof block.value === "string"
        ? this.#richNodes(block, blocks[index - 1]?.type === "paragraph")
        : [this.#read(this.#flowNode(block), { block })],
    );
  }

  textsOf(doc: Node): Texts {
    const nodes = doc.children;
    const at = nodes.findIndex(({ type }) => type.name === "more");
    return { overview: this.blocksOf(nodes.slice(0, at)), detail: this.blocksOf(nodes.slice(at + 1)) };
  }

  blocksOf(nodes: readonly Node[]): readonly TextBlock[] {
    const blocks: TextBlock[] = [];
    const run: string[] = [];
    let before: Written | undefined;
    const end = () => {
      if (run.length > 0) blocks.push({ type: "paragraph", value: run.join("") });
      run.length = 0;
      before = undefined;
    };
    for (const node of nodes.slice(0, this.#lengthWithoutEmptyEnd(nodes))) {
      const written = this.writtenOf(node);
      if ("html" in written) {
        if (node.attrs.begins === true) end();
        run.push(
          joining(before, written) && dropLast(run, "</ul>", "</ol>") ? written.html.slice(4) : written.html,
        );
        before = written;
        continue;
      }
      end();
      if ("block" in written) blocks.push(written.block);
    }
    end();
    return blocks;
  }

  /** Lines at the end that were opened and not written in are none of the text. */
  #lengthWithoutEmptyEnd(nodes: readonly Node[]): number {
    let length = nodes.length;
    while (length > 0 && this.#isUnwritten(nodes[length - 1]!)) length--;
    return length;
  }

  #isUnwritten(node: Node): boolean {
    if (node.type.name !== "paragraph" || node.childCount > 0) return false;
    const written = this.#written.get(node);
    return !(written && "html" in written && written.isRead);
  }

  /** What one node of the document is written as. */
  writtenOf(node: Node): Written {
    const known = this.#written.get(node);
    if (known) return known;
    const written = writtenAnew(node);
    this.#written.set(node, written);
    return written;
  }

  /** Lets a node be written as another one is that has the same content. */
  writeLike(node: Node, other: Node): void {
    if (node.eq(other)) this.#written.set(node, this.writtenOf(other));
  }

  #read(node: Node, written: Written): Node {
    this.#written.set(node, written);
    return node;
  }

  #richNodes(block: TextBlock, followsRichText: boolean): readonly Node[] {
    const pieces = exactPieces(block);
    const nodes = pieces.flatMap((html) => this.#pieceNodes(html));
    const [first] = nodes;
    if (!followsRichText || !first) return nodes;
    const written = this.#written.get(first)!;
    const beginning = first.type.create({ ...first.attrs, begins: true }, first.content, first.marks);
    return [this.#read(beginning, written), ...nodes.slice(1)];
  }

  #pieceNodes(html: string): readonly Node[] {
    const nodes = nodesOfHtml(html, this.schema, this.#features);
    // Several are of an element that is not allowed any more: each would be written as the whole.
    if (nodes?.length !== 1)
      return [this.#read(this.schema.nodes.kept!.create({ html }), { html, isRead: true })];
    return [this.#read(nodes[0]!, { html, isRead: true })];
  }

  #flowNode(block: TextBlock): Node {
    const { listing, medium, gallery, custom, kept } = this.schema.nodes;
    const { type, value } = block;
    if (
      type === "code" &&
      hasMembers(value, ["language", "source"]) &&
      isText(value.language) &&
      isText(value.source)
    )
      return listing!.create(
        { language: value.language },
        value.source === "" ? null : this.schema.text(value.source),
      );
    if (isMediumKind(type) && hasMembers(value, ["id"]) && typeof value.id === "number")
      return medium!.create({ kind: type, id: value.id });
    if (type === "gallery" && isGallery(value)) return gallery!.create({ entries: value });
    if (this.custom.has(type)) return custom!.create({ type, value });
    return kept!.create({ block });
  }
}

/** Two lists side by side are one for the service; those that it answered side by side stay as they are. */
const joining = (before: Written | undefined, written: { readonly html: string; readonly isRead: boolean }) =>
  before !== undefined &&
  "html" in before &&
  !(before.isRead && written.isRead) &&
  ((before.html.endsWith("</ul>") && written.html.startsWith("<ul>")) ||
    (before.html.endsWith("</ol>") && written.html.startsWith("<ol>")));

/** Takes one of the ends off the last of the texts. */
const dropLast = (run: string[], ...ends: readonly string[]): boolean => {
  const last = run.at(-1) ?? "";
  const end = ends.find((each) => last.endsWith(each));
  if (end !== undefined) run[run.length - 1] = last.slice(0, -end.length);
  return end !== undefined;
};

/** The pieces of a block of rich text; together they are its HTML, white space between them included. */
const exactPieces = (block: TextBlock): readonly string[] => {
  const html = String(block.value);
  const pieces = piecesOf([block]).flatMap((piece: TextPiece) => ("html" in piece ? [piece.html] : []));
  let end = 0;
  const starts = pieces.map((piece) => {
    const start = html.indexOf(piece, end);
    end = start + piece.length;
    return start;
  });
  if (pieces.length === 0 || starts.includes(-1)) return [html];
  return pieces.map((_, index) =>
    html.slice(index === 0 ? 0 : starts[index], starts[index + 1] ?? html.length),
  );
};

const writtenAnew = (node: Node): Written => {
  const { attrs } = node;
  switch (node.type.name) {
    case "listing":
      return node.content.size === 0
        ? { nothing: true }
        : {
            block: {
              type: "code",
              value: { language: languageOf(attrs.language), source: node.textContent.toWellFormed() },
            },
          };
    case "medium":
      return { block: { type: attrs.kind, value: { id: attrs.id } } };
    case "gallery":
      return attrs.entries.length === 0
        ? { nothing: true }
        : { block: { type: "gallery", value: attrs.entries } };
    case "custom":
      return { block: { type: attrs.type, value: attrs.value } };
    case "kept":
      return attrs.block === null ? { html: attrs.html, isRead: true } : { block: attrs.block };
    default:
      return { html: htmlOfNodes([node]), isRead: false };
  }
};

const languageOf = (written: unknown): string => String(written).trim() || "text";

const isText = (value: unknown): value is string => typeof value === "string";

const hasMembers = (value: Json, names: readonly string[]): value is JsonObject =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  areSame(Object.keys(value).sort(), [...names].sort());

const isMediumKind = (type: string): boolean => type === "image" || type === "audio" || type === "video";

/** An image of a gallery with what is written below it. */
export interface GalleryEntry {
  readonly id: number;
  readonly caption?: string;
}

const isGallery = (value: Json): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (entry) =>
      (hasMembers(entry, ["id"]) || hasMembers(entry, ["id", "caption"])) &&
      typeof entry.id === "number" &&
      (entry.caption === undefined || isText(entry.caption)),
  );
