/** What HTML may hold that finds no place as it is. */
export type HtmlNoteKind =
  | "element"
  | "embed"
  | "embed_text"
  | "formatting"
  | "inline_picture"
  | "media"
  | "table"
  | "table_cells";

/** Where HTML stands in a file, and the way to say that something in it finds no place. */
export interface HtmlPlace {
  /** The line that is this many lines after this one; the first is 1. */
  readonly below: (line: number) => this;
  readonly note: (kind: HtmlNoteKind, text: string) => void;
}
