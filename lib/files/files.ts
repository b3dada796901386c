import type { Readable } from "node:stream";
import type { FileKey } from "./file-key.ts";
import type { FileMetadata } from "./file-metadata.ts";
import type { FileUploads, PresignedRequest } from "./file-uploads.ts";

/** What a file holds: all of it at once, or piece by piece (a Node or Web stream will do). */
export type FileBody = Uint8Array | AsyncIterable<Uint8Array>;

/** What a store says about a file that it has just taken. */
export interface WrittenFile {
  readonly key: FileKey;
  readonly sizeBytes: number;
  /** Quoted as in HTTP; another one whenever the content is another one. */
  readonly etag: string;
}

/** What a listing says about a file. */
export interface ListedFile extends WrittenFile {
  readonly lastModified: Date;
}

/** Everything that a store knows about a file, but its content. */
export interface StoredFile extends ListedFile {
  readonly contentType: string;
  /** Empty for files that were stored without. */
  readonly metadata: FileMetadata;
}

/** A file and its content. The body must be read to its end or destroyed, or the store keeps it open. */
export interface FileContent extends StoredFile {
  readonly body: Readable;
  /** What the body holds: less than `sizeBytes` where a range was asked for. */
  readonly bodyBytes: number;
}

/**
 * Bytes of a file, counted from 0, both ends included (`first` ≤ `last`); without `last`, or with one beyond
 * it, up to the end.
 */
export interface ByteRange {
  readonly first: number;
  readonly last?: number | undefined;
}

/** A file's content where programs of this machine find it. What follows after `sizeBytes` is none of it. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * How a presigned download is answered; with the file's own type, and no word on the rest, unless said
 * otherwise.
 */
export interface PresignedDownload {
  readonly expiresSeconds: number;
  /** A request is signed for its method: one for GET is refused where it is sent as HEAD. */
  readonly method?: "GET" | "HEAD";
  /** Headers of the answer. */
  readonly contentType?: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
}

/** What a presigned upload must hold: anything else is refused by the store. */
export interface PresignedUpload {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresSeconds: number;
}

/**
 * Files of any size by name, on disk or in a bucket: both keep the same promises.
 *
 * A file appears with its whole content or not at all, replaces its predecessor in one step, and is on disk
 * when the call returns. Bodies pass through in pieces; memory stays flat (S3: one part of 8 MiB per upload).
 */
export interface Files {
  /** Stores a file in place of whatever had its key. A body that breaks off leaves everything as it was. */
  readonly put: (key: FileKey, body: FileBody, contentType: string) => Promise<WrittenFile>;
  /** Stores a file, unless its key is taken: then `undefined`. Of several callers at once, one succeeds. */
  readonly putIfAbsent: (
    key: FileKey,
    body: FileBody,
    contentType: string,
  ) => Promise<WrittenFile | undefined>;
  /**
   * Stores a file in place of the one that has this ETag, or with `null` only where there is none. It is
   * `undefined`, and nothing is stored, when the key has another file by now, none, or one that is just being
   * written: look again before the next attempt. The ETag is of the content alone, so a file with the same
   * content and other metadata counts as the same one. Of several callers with the same ETag and different
   * contents, one succeeds. On disk this holds between all writers of this process. Refused:
   * `invalid_metadata`.
   */
  readonly putIfMatch: (
    key: FileKey,
    body: Uint8Array,
    described: { readonly contentType: string; readonly metadata: FileMetadata },
    etag: string | null,
  ) => Promise<WrittenFile | undefined>;
  /** A file's content, or some of it; `undefined` when there is none. Refused: `range_outside_file`. */
  readonly get: (key: FileKey, range?: ByteRange) => Promise<FileContent | undefined>;
  /**
   * What `use` makes of a file, for which the content lies at a path until `use` has ended; `undefined` when
   * there is none. From disk nothing is copied; from a bucket the file is, to where temporary files belong,
   * and an abort of `signal` while it comes is thrown.
   */
  readonly withPath: <Result>(
    key: FileKey,
    use: (file: LocalFile) => Promise<Result>,
    signal?: AbortSignal,
  ) => Promise<Result | undefined>;
  /** What is known of a file, or `undefined` when there is none. */
  readonly head: (key: FileKey) => Promise<StoredFile | undefined>;
  /**
   * True of a file whose content is what was stored, false of a damaged one and where there is none. On disk
   * the content is read whole, unless this process has done so since the file was last written; a bucket sees
   * to it itself, so that one request tells.
   */
  readonly isIntact: (key: FileKey) => Promise<boolean>;
  /** Removes a file; that there is none is as good. */
  readonly delete: (key: FileKey) => Promise<void>;
  /**
   * Removes the file that has this ETag; that there is none is as good. `false`, and nothing is removed, when
   * the key has another file by now, or one that is just being written.
   */
  readonly deleteIfMatch: (key: FileKey, etag: string) => Promise<boolean>;
  /**
   * The files below a folder (those whose keys go on with a slash), or all of them, in no particular order;
   * one of which only the name can still be read has an empty ETag.
   */
  readonly list: (folder?: FileKey) => AsyncIterable<ListedFile>;
  /**
   * Stores a file, with its type and metadata, under a second key in place of whatever had it; `false` when
   * there is none. At most 5 GB; on disk at no cost.
   */
  readonly copy: (from: FileKey, to: FileKey) => Promise<boolean>;
  /** A request that is answered with the file, whoever sends it, for a number of seconds (at most 7 days). */
  readonly presignGet: (key: FileKey, download: PresignedDownload) => Promise<PresignedRequest>;
  /** A request that stores its body as the file, in place of whatever had its key. */
  readonly presignPut: (key: FileKey, upload: PresignedUpload) => Promise<PresignedRequest>;
  /** Files that arrive in parts. */
  readonly uploads: FileUploads;
}
