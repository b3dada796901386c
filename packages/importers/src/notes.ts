import { cutText } from "./lectern.ts";

/** What an import could not bring over as it was, with the sentence that heads its list in the report. */
export const noteKinds = {
  post_type: "Kinds of content that have no place here; they are left out",
  status: "Posts that are not published; they become drafts, or are left out if they were thrown away",
  unheard: "Posts without a recording, which no feed of the podcast has; --blog makes a blog",
  password: "Posts that had a password; they become drafts",
  private: "Posts that only some may read; they become drafts",
  page: "What pages in the folder pages had, such as an imprint, which have only a text here",
  collection: "Tags that only say where the old site listed a post; they are left out",
  field: "Fields that have no place here",
  setting: "Settings of the old site that have no place here",
  unread: "Parts of the old site that are not read",
  comments: "Comments are not imported",
  counting: "Numbers of downloads are not imported; Lectern counts by itself from the first download on",
  slug: "Slugs that had to be changed",
  alias: "Old addresses that cannot lead to the new ones",
  date: "Dates that are missing or unclear",
  category: "What categories and authors had besides their names",
  shortcode: "Shortcodes and template code that are left out, with the text that they stand around kept",
  shortcode_text: "These may be shortcodes; they stay as text",
  read: "What publish will say of the texts, which are written as they were",
  embed: "Embedded content became links",
  embed_text: "What embedded posts say; readers see it where they load them",
  table: "Tables became lines of text",
  table_cells: "Cells of tables that stand in one row and column now, with the others empty",
  element: "Elements that are left out",
  formatting: "Formatting that is not kept; its text stays",
  inline_picture: "Pictures in a sentence stand before or after their paragraph now",
  link: "Links that still lead to the old site",
  gone: "Files that could not be fetched; links to them stand in the texts",
  format: "Files that the service does not take; links to them stand in the texts",
  refused: "What lectern publish will refuse; mend these files first",
  media: "Addresses of files from which nothing can be fetched",
  unused: "Files of the old site that no post shows; they are not fetched",
  transcript: "Transcripts and chapters in forms that are not read",
} as const;

export type NoteKind = keyof typeof noteKinds;

export interface ImportNote {
  readonly kind: NoteKind;
  /** The file of the export, or the part of it, such as `site.xml`. */
  readonly file: string;
  /** From 1; null where an export has no lines. */
  readonly line: number | null;
  /** The title or path of the post; null for what belongs to the whole site. */
  readonly item: string | null;
  readonly text: string;
}

/** Where something stands in what is imported, and the way to say that it finds no place. */
export class NotePlace {
  readonly #notes: ImportNote[];
  readonly file: string;
  readonly line: number | null;
  readonly item: string | null;

  constructor(notes: ImportNote[], file: string, line: number | null = null, item: string | null = null) {
    this.#notes = notes;
    this.file = file;
    this.line = line;
    this.item = item;
  }

  at(line: number | null, item: string | null = this.item): NotePlace {
    return new NotePlace(this.#notes, this.file, line, item);
  }

  /** The line that is this many lines after this one; the first is 1. */
  below(line: number): NotePlace {
    return this.line === null ? this : this.at(this.line + line - 1);
  }

  note(kind: NoteKind, text: string): void {
    const { file, line, item } = this;
    this.#notes.push({ kind, file, line, item: item && shortened(item), text: shortened(text) });
  }
}

const shortened = (text: string): string => {
  const printable = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return printable.length > 200 ? `${cutText(printable, 199)}…` : printable;
};
