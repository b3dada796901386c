import { formattingNames } from "./element-names.ts";
import { lineBreak, type Piece, textIsVisible, tidyPieces, type Wrapping } from "./inline-text.ts";
import { maximumDepth, type RichTextProblem, tooDeep } from "./problem.ts";

/** A block of rich text. `key` is the `data-block-key` attribute as written, after a space, or empty. */
export type Block = Line | Rule | List | Quote;

type Line = { kind: "line"; name: string; key: string; pieces: readonly Piece[] };
type Rule = { kind: "rule" };
/** `start` is the attribute with the first number, after a space, or empty. */
type List = { kind: "list"; name: string; start: string; items: ListItem[] };
type Quote = { kind: "quote"; key: string; content: Block[] };

export type ListItem = { kind: "item"; key: string; content: Block[] };

type Root = { kind: "root"; content: Block[] };
type Container = Root | Quote | List | ListItem;
type LineInProgress = { name: string; key: string; written: boolean; pieces: Piece[] };
type Link = { readonly wrapping: Wrapping; used: boolean };

const formatting = formattingNames.map((name) => ({ name, start: `<${name}>`, end: `</${name}>` }));

/**
 * The blocks of flat markup, whose tags are taken in their order as a browser would: the tag of a block ends
 * the line before it, an item or link ends the one before it, and formatting goes on until it is ended.
 * Within an item, everything but a list is a line. Refuses elements nested deeper than 100.
 */
export function outlineOf(
  markup: string,
): { readonly blocks: readonly Block[] } | { readonly problem: RichTextProblem } {
  const outline = new Outline();
  for (const [, name, attributes = "", text] of markup.matchAll(/<([a-z0-9-]+)([^>]*) \/>|([^<]+)/g)) {
    if (text !== undefined) outline.addText(text);
    else if (name?.startsWith("end-")) outline.close(name.slice("end-".length));
    else if (name !== undefined) outline.open(name, attributes);
    if (outline.deepest > maximumDepth) return { problem: tooDeep };
  }
  return { blocks: outline.finish() };
}

class Outline {
  deepest = 0;
  readonly #root: Root = { kind: "root", content: [] };
  /** The open containers. There are no quotes in lists; lists and items alternate. */
  readonly #containers: Container[] = [this.#root];
  #line: LineInProgress | undefined;
  #link: Link | undefined;
  readonly #openFormatting = new Map<string, number>();
  /** The key of a `div`, for the first block in it that has none. */
  #groupKey = "";

  finish(): readonly Block[] {
    this.#endLine();
    this.#leaveUntil(1);
    return this.#root.content;
  }

  open(name: string, attributes: string): void {
    switch (name) {
      case "div":
        this.#breakLine();
        if (attributes !== "") this.#groupKey = attributes;
        break;
      case "td":
        this.addText(" ");
        break;
      case "br":
        this.#addPiece(lineBreak);
        break;
      case "hr":
        this.#addRule();
        break;
      case "ul":
      case "ol":
        this.#openList(name, attributes);
        break;
      case "li":
        this.#openItem(attributes);
        break;
      case "blockquote":
        this.#openQuote(attributes);
        break;
      case "a":
        this.#openLink(attributes);
        break;
      default:
        if (formattingNames.includes(name)) this.#countFormatting(name, 1);
        else this.#startLine(name, attributes);
    }
  }

  close(name: string): void {
    switch (name) {
      case "div":
        this.#breakLine();
        this.#groupKey = "";
        break;
      case "td":
        this.addText(" ");
        break;
      case "ul":
      case "ol":
        this.#close((container) => container.kind === "list" && container.name === name);
        break;
      case "li":
        this.#closeItem();
        break;
      case "blockquote":
        this.#close((container) => container.kind === "quote");
        break;
      case "a":
        this.#link = undefined;
        break;
      default:
        if (formattingNames.includes(name)) this.#countFormatting(name, -1);
        else this.#endLine(name);
    }
  }

  addText(text: string): void {
    const blank = /^[ \t\n\f\r]*$/.test(text);
    if (blank && this.#line === undefined) return;
    if (!blank && this.#link !== undefined) this.#link.used = true;
    this.#addPiece(text);
  }

  #addPiece(text: string): void {
    this.#enterItem();
    this.#line ??= { name: "p", key: this.#keyOr(""), written: false, pieces: [] };
    const wrappings = this.#wrappings();
    this.#line.pieces.push({ text, wrappings });
    this.#noteDepth(wrappings.length);
  }

  #wrappings(): readonly Wrapping[] {
    const open = formatting.filter(({ name }) => (this.#openFormatting.get(name) ?? 0) > 0);
    return this.#link === undefined ? open : [this.#link.wrapping, ...open];
  }

  #openLink(attributes: string): void {
    const wrapping = { start: `<a${attributes}>`, end: "</a>" };
    this.#link = attributes === "" ? undefined : { wrapping, used: false };
  }

  #countFormatting(name: string, change: 1 | -1): void {
    this.#openFormatting.set(name, Math.max(0, (this.#openFormatting.get(name) ?? 0) + change));
  }

  #startLine(name: string, key: string): void {
    this.#endLine();
    this.#enterItem();
    this.#line = { name, key: this.#keyOr(key), written: true, pieces: [] };
    this.#noteDepth(0);
  }

  /** Ends the line unless it is still empty, so that a heading's text may stand in a group inside it. */
  #breakLine(): void {
    if (this.#line !== undefined && this.#line.pieces.length > 0) this.#endLine();
  }

  /** Keeps the line if it shows something or is empty on purpose, as its own end tag, `closedBy`, shows. */
  #endLine(closedBy?: string): void {
    const line = this.#line;
    if (line === undefined) return;
    this.#line = undefined;
    // A link around several blocks stays on the first: copies could multiply the size of the input.
    if (this.#link?.used) this.#link = undefined;
    const { name, key, pieces, written } = line;
    const meant = written && (name === closedBy || pieces.length > 0);
    if (meant || textIsVisible(pieces)) {
      this.#content().push({ kind: "line", name, key, pieces: tidyPieces(pieces) });
    }
  }

  #addRule(): void {
    this.#endLine();
    if (!this.#isInList()) this.#content().push({ kind: "rule" });
  }

  #openList(name: string, start: string): void {
    this.#endLine();
    this.#enterItem();
    const before = this.#content().at(-1);
    // A list with a number of its own is another one.
    if (start === "" && before?.kind === "list" && before.name === name) this.#containers.push(before);
    else this.#enter({ kind: "list", name, start, items: [] });
  }

  #openItem(key: string): void {
    if (!this.#isInList()) {
      this.#startLine("p", key);
      return;
    }
    this.#endLine();
    this.#leaveUntil(this.#containers.findLastIndex(({ kind }) => kind === "list") + 1);
    this.#beginItem(key);
  }

  #closeItem(): void {
    this.#endLine("p");
    if (this.#innermost().kind === "item") this.#leaveUntil(this.#containers.length - 1);
  }

  #openQuote(key: string): void {
    this.#endLine();
    // In a list, a quote becomes lines; the first one gets its key.
    if (this.#isInList()) this.#groupKey = key;
    else this.#enter({ kind: "quote", key: this.#keyOr(key), content: [] });
  }

  #close(isMeant: (container: Container) => boolean): void {
    this.#endLine();
    const meant = this.#containers.findLastIndex(isMeant);
    if (meant !== -1) this.#leaveUntil(meant);
  }

  /** Text and lists between the items of a list continue its last item. */
  #enterItem(): void {
    const list = this.#innermost();
    if (list.kind !== "list") return;
    const last = list.items.at(-1);
    if (last === undefined) this.#beginItem("");
    else this.#containers.push(last);
  }

  #beginItem(key: string): void {
    const list = this.#innermost();
    if (list.kind !== "list") return;
    const item: ListItem = { kind: "item", key: this.#keyOr(key), content: [] };
    list.items.push(item);
    this.#containers.push(item);
    this.#noteDepth(0);
  }

  #keyOr(own: string): string {
    const key = own || this.#groupKey;
    this.#groupKey = "";
    return key;
  }

  #enter(block: List | Quote): void {
    this.#content().push(block);
    this.#containers.push(block);
    this.#noteDepth(0);
  }

  /** Leaves the innermost containers until `depth` remain. Empty lists and quotes are removed. */
  #leaveUntil(depth: number): void {
    while (this.#containers.length > depth) {
      const left = this.#containers.pop();
      const empty =
        left?.kind === "list" ? left.items.length === 0 : left?.kind === "quote" && left.content.length === 0;
      if (empty) this.#content().pop();
    }
  }

  #innermost(): Container {
    return this.#containers.at(-1) ?? this.#root;
  }

  #noteDepth(wrappings: number): void {
    const lines = this.#isInList() ? 0 : 1;
    this.deepest = Math.max(this.deepest, this.#containers.length - 1 + lines + wrappings);
  }

  #isInList(): boolean {
    return this.#innermost().kind === "item" || this.#innermost().kind === "list";
  }

  #content(): Block[] {
    const container = this.#innermost();
    return container.kind === "list" ? [] : container.content;
  }
}
