import type { FileKey } from "./file-key.ts";

/** A request that anybody may send until it expires, if it has exactly these headers among its own. */
export interface PresignedRequest {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An upload in parts. There is no file until it is completed. */
export interface FileUpload {
  readonly key: FileKey;
  /** The store's name for it. */
  readonly uploadId: string;
}

export interface OpenUpload extends FileUpload {
  readonly startedAt: Date;
}

export interface UploadShape {
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The length of every part but the last, which may be shorter; at least 5 MiB, as S3 demands. */
  readonly partBytes: number;
}

/** A part, expected or arrived. */
export interface FilePart {
  /** The number of the part, from 1, in the order of the file. */
  readonly number: number;
  readonly sizeBytes: number;
  /** The checksum, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Files that arrive in parts, in any order and over any time, from anyone with the presigned requests. A part
 * has arrived once it is on disk with the agreed size and checksum; sending it again replaces it.
 */
export interface FileUploads {
  readonly begin: (key: FileKey, shape: UploadShape) => Promise<FileUpload>;
  /** A request that stores its body as this part. The store refuses any other size or checksum. */
  readonly presignPart: (
    upload: FileUpload,
    part: FilePart,
    expiresSeconds: number,
  ) => Promise<PresignedRequest>;
  /** The parts that have arrived, by number; `undefined` if the upload does not exist or is over. */
  readonly parts: (upload: FileUpload) => Promise<FilePart[] | undefined>;
  /**
   * Makes the parts, which must be all, the file at the key, in one step. `false`, with nothing changed, if
   * some part is missing or different, or the upload is over.
   */
  readonly complete: (upload: FileUpload, parts: readonly FilePart[]) => Promise<boolean>;
  /** Ends an upload and removes its parts; does nothing if there is none. */
  readonly abort: (upload: FileUpload) => Promise<void>;
  /** The open uploads, in no particular order. */
  readonly list: () => AsyncIterable<OpenUpload>;
}
