import type { LocalFile } from "#lib/files/files.ts";

/** What programs read: a file of this machine, or a file of a bucket at a loopback address. */
export type InputFile = LocalFile | ServedFile;

/** See `with-served-file.ts`. */
export interface ServedFile {
  readonly url: `http://127.0.0.1:${string}`;
  readonly sizeBytes: number;
}
