import { plainFileName } from "./file-key.ts";

/** A file that its owner sends in parts, as long as it may be used. */
export interface Upload {
  /** Stands in the forms of media where the file would. */
  readonly id: number;
  /** Raised by every change of the row. */
  readonly version: number;
  readonly userId: number;
  /** As its owner calls it. */
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Of every part but the last. */
  readonly partBytes: number;
  /** Where the file is once it is complete. */
  readonly key: string;
  /** What the file store calls it. */
  readonly uploadId: string;
  /** What the owner said beforehand that the checksum will be. */
  readonly expectedSha256: string | null;
  /**
   * The checksum of the parts that are to be the file, from the moment at which they are joined; null before.
   */
  readonly sha256: string | null;
  /** The file is at its key. */
  readonly complete: boolean;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** What all uploads of a user may come to together, complete ones that wait to be used included. */
export interface UploadLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}

/** A complete upload, as what is made of it sees it. */
export interface CompleteUpload {
  readonly key: string;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The SHA-256 of the SHA-256s of its parts, in hexadecimal digits. */
  readonly digest: string;
}

/** How long an upload may take, and be used, from its beginning. What is cleared away later is older. */
export const uploadSeconds = 24 * 3600;

/** The key of an upload's file, such as `uploads/17/heron.mp4`. */
export const uploadKey = (id: number, name: string): string => `uploads/${id}/${plainFileName(name)}`;

const mebibyte = 1024 * 1024;
const usualPartBytes = 8 * mebibyte;
const maxParts = 1_000;

/** How long the parts of a file are: 8 MiB, or as many MiB as keep it below a thousand parts. */
export const partBytesFor = (sizeBytes: number): number =>
  Math.max(usualPartBytes, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);

/** How many parts an upload has. */
export const partCount = ({ sizeBytes, partBytes }: Pick<Upload, "sizeBytes" | "partBytes">): number =>
  Math.ceil(sizeBytes / partBytes);

/** How long a part of an upload is. */
export const partSizeBytes = (
  { sizeBytes, partBytes }: Pick<Upload, "sizeBytes" | "partBytes">,
  number: number,
): number => Math.min(partBytes, sizeBytes - (number - 1) * partBytes);
