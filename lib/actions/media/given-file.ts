import type { FileKey } from "#lib/files/file-key.ts";
import { digestOf } from "./new-file.ts";

/** A file that somebody gave for a media object, before anything was decided about it. */
export interface GivenFile {
  /** As its giver calls it: any text at all. */
  readonly name: string;
  /** As its giver declares it; undefined where nothing is declared. */
  readonly contentType: string | undefined;
  readonly sizeBytes: number;
  /** As a `NewFile` has it. */
  readonly digest: string;
  /** Twelve, or all there are. */
  readonly firstBytes: Uint8Array;
  /** All of it, or where it waits in the file store. */
  readonly content: Uint8Array | FileKey;
}

/** A given file whose content came with its request. */
export const inlineFile = (
  name: string,
  contentType: string | undefined,
  content: Uint8Array,
): GivenFile => ({
  name,
  contentType,
  sizeBytes: content.length,
  digest: digestOf(content),
  firstBytes: content.subarray(0, 12),
  content,
});
