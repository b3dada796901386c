import type { FolderChapter, FolderSoundbite } from "#cli/folder/post-text.ts";

/** A value of front matter that this program writes. */
export type MatterValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly (FolderChapter | FolderSoundbite)[];

/** A key of front matter, as it is to be written, and its value; undefined removes the key. */
export interface MatterChange {
  readonly key: string;
  readonly value: MatterValue | undefined;
}

/** A stretch of a text, and what takes its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes edits that do not overlap. */
export const withEdits = (text: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start || other.end - one.end)
    .reduce((made, edit) => made.slice(0, edit.start) + edit.text + made.slice(edit.end), text);

export const isTextList = (value: MatterValue): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** The place behind the end of the line. */
export const lineEndAt = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
};

export const lineStartAt = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;
