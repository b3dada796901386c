import type { FileKey } from "./file-key.ts";

/** A request that anybody may send until it expires, with exactly these headers among its own. */
export interface PresignedRequest {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A file that arrives in parts, and is none before the last of them is there. */
export interface FileUpload {
  readonly key: FileKey;
  /** What the store calls it. */
  readonly uploadId: string;
}

/** An upload that was begun, and neither completed nor aborted so far. */
export interface OpenUpload extends FileUpload {
  readonly startedAt: Date;
}

/** What the parts will make together. */
export interface UploadShape {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Of every part but the last, which may be shorter; at least 5 MiB, because S3 asks for that. */
  readonly partBytes: number;
}

/** A part, as it is to be or as it has arrived. */
export interface FilePart {
  /** From 1, in the order of the file. */
  readonly number: number;
  readonly sizeBytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Files that come in parts, in any order and over any time, from whoever has the presigned requests for them.
 * A part counts as arrived once it is on disk whole, with the size and checksum that were agreed; one that is
 * sent again replaces its predecessor.
 */
export interface FileUploads {
  /** Begins an upload. Nothing is at its key before it is completed. */
  readonly begin: (key: FileKey, shape: UploadShape) => Promise<FileUpload>;
  /** A request that stores its body as this part; the store refuses a body of any other size or checksum. */
  readonly presignPart: (
    upload: FileUpload,
    part: FilePart,
    expiresSeconds: number,
  ) => Promise<PresignedRequest>;
  /** The parts that have arrived, by number; `undefined` when there is no such upload, or no more. */
  readonly parts: (upload: FileUpload) => Promise<FilePart[] | undefined>;
  /**
   * Makes the parts, which must be all that the shape asks for, the file at the key, in one step; `false`,
   * with nothing changed, when not all of them are there like that, or the upload is over.
   */
  readonly complete: (upload: FileUpload, parts: readonly FilePart[]) => Promise<boolean>;
  /** Ends an upload and removes its parts; that there is none is as good. */
  readonly abort: (upload: FileUpload) => Promise<void>;
  /** The uploads that are open, in no particular order. */
  readonly list: () => AsyncIterable<OpenUpload>;
}
