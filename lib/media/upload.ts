import { plainFileName } from "./file-key.ts";

/** A file that its owner sends in parts, until it expires. */
export interface Upload {
  readonly id: number;
  readonly version: number;
  readonly userId: number;
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The size of each part but the last. */
  readonly partBytes: number;
  /** The key of the complete file. */
  readonly key: string;
  /** The file store's id of the multipart upload. */
  readonly uploadId: string;
  /** The checksum that the owner announced. */
  readonly expectedSha256: string | null;
  /** The checksum of the chosen parts, set just before they are joined. */
  readonly sha256: string | null;
  readonly complete: boolean;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** The limits for all uploads of a user together, complete ones included. */
export interface UploadLimits {
  readonly maxCount: number;
  readonly maxBytes: number;
}

export interface CompleteUpload extends Upload {
  /** The SHA-256 of the SHA-256s of its parts, in hexadecimal digits. */
  readonly digest: string;
}

/** The time for which an upload may be sent and used, from its beginning. */
export const uploadSeconds = 24 * 3600;

/** The key of an upload, such as `uploads/17/heron.mp4`. */
export const uploadKey = (id: number, name: string): string => `uploads/${id}/${plainFileName(name)}`;

const mebibyte = 1024 * 1024;
/** The size of the parts of files up to 8 GB. */
export const usualPartBytes = 8 * mebibyte;
const maxParts = 1_000;

/** 8 MiB, or as many MiB as keep the file below a thousand parts. */
export const partBytesFor = (sizeBytes: number): number =>
  Math.max(usualPartBytes, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);

export const partCount = ({ sizeBytes, partBytes }: Pick<Upload, "sizeBytes" | "partBytes">): number =>
  Math.ceil(sizeBytes / partBytes);

/** Parts are numbered from 1. */
export const partSizeBytes = (
  { sizeBytes, partBytes }: Pick<Upload, "sizeBytes" | "partBytes">,
  number: number,
): number => Math.min(partBytes, sizeBytes - (number - 1) * partBytes);
