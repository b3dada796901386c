import type { MediaId } from "#cli/publish/media/file-beside.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import type { MediaKind } from "#lib/media/media.ts";

/** A file of media that a text names, which the service may not have yet. */
export interface MediaInText {
  /** The path as written, relative to the file with the text. */
  readonly file: string;
  /** The kind that it has to be. */
  readonly kind: MediaKind;
  /** The picture's description. Absent where the text has none; empty for a picture that needs none. */
  readonly alt?: string;
  readonly line: number;
}

/** A block of a text. It is complete once the ids of its media are known. */
export interface BodyPart {
  /** The line of the file on which it begins. */
  readonly line: number;
  readonly media: readonly MediaInText[];
  /** Takes the ids of `media`, or the files, in their order. Gives the block as the service shows it. */
  readonly block: (ids: readonly MediaId[]) => AuthorBlock;
  /** The line of a member of the block, such as `["value", "2", "caption"]`. */
  readonly lineOf: (path: readonly string[]) => number;
}

/** A block that names no files. */
export const plainPart = (line: number, block: AuthorBlock): BodyPart => ({
  line,
  media: [],
  block: () => block,
  lineOf: () => line,
});
