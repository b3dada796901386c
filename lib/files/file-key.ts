import { FileStoreError } from "./file-store-error.ts";

declare const kind: unique symbol;

/** The name of a file in a store, such as `audios/17/0a1b2c3d4e5f/episode.mp3`; made by {@link fileKey}. */
export type FileKey = string & { readonly [kind]: "file key" };

/** Checks a key: segments between single slashes, at most 1024 bytes of UTF-8. Throws `invalid_key`. */
export const fileKey = (text: string): FileKey => {
  if (!isFileKey(text))
    throw new FileStoreError("invalid_key", `not a file key: ${JSON.stringify(text.slice(0, 100))}`);
  return text;
};

const maxKeyBytes = 1024;

/** True if {@link fileKey} accepts the text. */
export const isFileKey = (text: string): text is FileKey =>
  text.isWellFormed() &&
  Buffer.byteLength(text) <= maxKeyBytes &&
  !/\p{Cc}/u.test(text) &&
  text.split("/").every((segment) => !["", ".", ".."].includes(segment));
