import type { Readable } from "node:stream";
import type { FileKey } from "./file-key.ts";
import type { FileMetadata } from "./file-metadata.ts";
import type { FileUploads, PresignedRequest } from "./file-uploads.ts";

/** The content of a file, at once or as a Node or Web stream. */
export type FileBody = Uint8Array | AsyncIterable<Uint8Array>;

export interface WrittenFile {
  readonly key: FileKey;
  readonly sizeBytes: number;
  /** Quoted as in HTTP; changes with the content. */
  readonly etag: string;
}

export interface ListedFile extends WrittenFile {
  readonly lastModified: Date;
}

/** All that a store knows about a file except its content. */
export interface StoredFile extends ListedFile {
  readonly contentType: string;
  /** Empty for files that were stored without. */
  readonly metadata: FileMetadata;
}

/** A file with its content. Read the body to the end or destroy it, or the store keeps it open. */
export interface FileContent extends StoredFile {
  readonly body: Readable;
  /** The length of the body: less than `sizeBytes` for a range. */
  readonly bodyBytes: number;
}

/** A range of bytes from 0, both ends included; without `last`, or with one beyond it, to the end. */
export interface ByteRange {
  readonly first: number;
  readonly last?: number | undefined;
}

/** The content at a local path. What follows after `sizeBytes` does not belong to it. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** The answer to a presigned download; by default with the file's own type only. */
export interface PresignedDownload {
  readonly expiresSeconds: number;
  /** A signature holds for one method: a GET is refused as HEAD. */
  readonly method?: "GET" | "HEAD";
  /** Headers of the answer. */
  readonly contentType?: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
}

/** The conditions of a presigned upload; the store refuses anything else. */
export interface PresignedUpload {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresSeconds: number;
}

/**
 * Files of any size by key, on disk or in a bucket, with the same guarantees.
 *
 * A file appears whole or not at all, replaces its predecessor in one step, and is on disk when the call
 * returns. Bodies are streamed; memory stays constant (S3: one part of 8 MiB per upload).
 */
export interface Files {
  /** Stores a file, over any other with the key. If the body breaks off, nothing changes. */
  readonly put: (key: FileKey, body: FileBody, contentType: string) => Promise<WrittenFile>;
  /** Stores a file unless its key is taken: then `undefined`. Of simultaneous calls, one succeeds. */
  readonly putIfAbsent: (
    key: FileKey,
    body: FileBody,
    contentType: string,
  ) => Promise<WrittenFile | undefined>;
  /**
   * Stores a file over the one with this ETag (`null`: only if there is none). `undefined`, with nothing
   * stored, if the key has another file, or one that is being written: read it again. The ETag is of the
   * content alone. Of simultaneous calls with the same ETag and different contents, one succeeds; on disk,
   * within this process. Throws `invalid_metadata`.
   */
  readonly putIfMatch: (
    key: FileKey,
    body: Uint8Array,
    described: { readonly contentType: string; readonly metadata: FileMetadata },
    etag: string | null,
  ) => Promise<WrittenFile | undefined>;
  /** Content of a file, or a range of it; `undefined` if there is none. Throws `range_outside_file`. */
  readonly get: (key: FileKey, range?: ByteRange) => Promise<FileContent | undefined>;
  /**
   * Calls `use` with a path of the content, valid until `use` ends; `undefined` if there is no file. Buckets
   * do not have this: read ranges.
   */
  readonly withPath?: <Result>(
    key: FileKey,
    use: (file: LocalFile) => Promise<Result>,
  ) => Promise<Result | undefined>;
  readonly head: (key: FileKey) => Promise<StoredFile | undefined>;
  /** False if the content is damaged or missing. On disk it is read whole, once per process and state. */
  readonly isIntact: (key: FileKey) => Promise<boolean>;
  /** Removes a file; does nothing if there is none. */
  readonly delete: (key: FileKey) => Promise<void>;
  /** Removes the file with this ETag, if any; `false` if the key has another file, or one being written. */
  readonly deleteIfMatch: (key: FileKey, etag: string) => Promise<boolean>;
  /**
   * Brings a deleted file back, as it was last; false if its content is gone. Only buckets that keep versions
   * can do it; folders do not have this.
   */
  readonly undelete?: (key: FileKey) => Promise<boolean>;
  /** The files below a folder, or all, unordered. A damaged one may have an empty ETag. */
  readonly list: (folder?: FileKey) => AsyncIterable<ListedFile>;
  /** Copies a file with type and metadata, over any other; `false` if there is none. At most 5 GB. */
  readonly copy: (from: FileKey, to: FileKey) => Promise<boolean>;
  /** A request that anybody may send to get the file, for some seconds (at most 7 days). */
  readonly presignGet: (key: FileKey, download: PresignedDownload) => Promise<PresignedRequest>;
  readonly presignPut: (key: FileKey, upload: PresignedUpload) => Promise<PresignedRequest>;
  readonly uploads: FileUploads;
}
