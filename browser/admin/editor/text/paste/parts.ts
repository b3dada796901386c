import { escapeText, linkMarkup } from "#lib/richtext/source/markup.ts";
import type { TextBlock } from "#lib/richtext/source/pieces.ts";

/** What a paste becomes: flat markup of rich text, blocks, and pictures that have yet to be uploaded. */
export type Part = { readonly markup: string } | { readonly block: TextBlock } | { readonly file: File };

/** What a paste could not keep, by the name of its words. */
export type LeftOut =
  | "leftTables"
  | "leftPictures"
  | "leftFrames"
  | "leftForms"
  | "leftLinks"
  | "leftTitles"
  | "leftInfo"
  | "leftHeadings"
  | "leftLists"
  | "leftQuotes"
  | "leftRules"
  | "leftUnderline"
  | "leftColors"
  | "leftNotes"
  | "leftDrawings"
  | "leftBlocks";

export interface Pasted {
  readonly parts: readonly Part[];
  readonly leftOut: ReadonlySet<LeftOut>;
  /** The formatting that the page may not have, by its feature. */
  readonly leftMarks: ReadonlySet<string>;
}

const formattingNames: Readonly<Record<string, string>> = {
  ...{ bold: "b", italic: "i", strikethrough: "s", superscript: "sup", subscript: "sub", code: "code" },
};

/** Collects what a paste has, with only what the features allow, and notes what they do not. */
export class PasteWriter {
  readonly leftOut = new Set<LeftOut>();
  readonly leftMarks = new Set<string>();
  readonly #features: ReadonlySet<string>;
  readonly #parts: Part[] = [];
  #markup = "";
  #smaller = 0;

  constructor(features: readonly string[]) {
    this.#features = new Set(features);
  }

  has(feature: string): boolean {
    return this.#features.has(feature);
  }

  text(text: string): void {
    this.#markup += escapeText(text.toWellFormed().replaceAll("\0", ""));
  }

  lineBreak(): void {
    this.#markup += "<br />";
  }

  /** Writes an element around what `write` writes; without it where the page may not have it. */
  around(name: string, write: () => void, attributes = ""): void {
    this.#markup += `<${name}${attributes} />`;
    write();
    this.#markup += `<end-${name} />`;
  }

  mark(feature: string, write: () => void): void {
    const name = formattingNames[feature];
    if (!this.has(feature)) this.leftMarks.add(feature);
    if (name && this.has(feature)) this.around(name, write);
    else write();
  }

  link(href: string, write: () => void): void {
    if (this.has("link")) this.around("a", write, linkMarkup({ href, kind: "", id: "" }));
    else {
      this.leftOut.add("leftLinks");
      write();
    }
  }

  /** Says which level the largest heading has: if the page may not have it, all headings become smaller alike. */
  beginAt(level: number): void {
    const largest = [1, 2, 3, 4, 5, 6].find((each) => this.has(`h${each}`));
    this.#smaller = largest === undefined ? 0 : Math.max(0, largest - level);
  }

  /** A heading of the level, or of the nearest one that the page may have, smaller ones first. */
  heading(level: number, write: () => void): void {
    const wanted = level + this.#smaller;
    const near = [1, 2, 3, 4, 5, 6]
      .filter((each) => this.has(`h${each}`))
      .sort((one, other) => distance(one, wanted) - distance(other, wanted))[0];
    if (near === undefined) this.leftOut.add("leftHeadings");
    this.around(near === undefined ? "p" : `h${near}`, write);
  }

  list(isOrdered: boolean, start: number, write: () => void): void {
    const [name, other] = isOrdered ? ["ol", "ul"] : ["ul", "ol"];
    const kept = [name, other].find((each) => this.has(each!));
    if (kept === undefined) this.leftOut.add("leftLists");
    const from = kept === "ol" && isOrdered && this.has("ol-start") && start !== 1 ? ` start="${start}"` : "";
    this.around(kept ?? "div", write, from);
  }

  quote(write: () => void): void {
    if (!this.has("blockquote")) this.leftOut.add("leftQuotes");
    this.around(this.has("blockquote") ? "blockquote" : "div", write);
  }

  rule(): void {
    if (this.has("hr")) this.#markup += "<hr />";
    else this.leftOut.add("leftRules");
  }

  block(block: TextBlock): void {
    this.#endMarkup();
    this.#parts.push({ block });
  }

  file(file: File): void {
    this.#endMarkup();
    this.#parts.push({ file });
  }

  #endMarkup(): void {
    if (this.#markup !== "") this.#parts.push({ markup: this.#markup });
    this.#markup = "";
  }

  finish(): Pasted {
    this.#endMarkup();
    return { parts: this.#parts, leftOut: this.leftOut, leftMarks: this.leftMarks };
  }
}

/** Smaller headings are nearer than larger ones. */
const distance = (one: number, level: number): number => (one >= level ? one - level : 10 + level - one);
