import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { type Progress, Upload } from "@aws-sdk/lib-storage";
import { guarded } from "#lib/guarded.ts";
import type { FileKey } from "./file-key.ts";
import type { FileBody, WrittenFile } from "./files.ts";

export interface UploadTarget {
  readonly Bucket: string;
  readonly Key: FileKey;
  readonly ContentType: string;
  /** Stores only if there is no such object: S3 refuses it with status 412. */
  readonly IfNoneMatch?: "*";
}

/** The bytes of a body that are sent at once, and kept until S3 has them. */
const partBytes = 8 * 1024 * 1024;

/**
 * Stores a body of any length. One request below 8 MiB and for bodies in memory; else one per part of 8 MiB,
 * and two more. The bucket's lifecycle rule removes parts that a failed upload leaves.
 */
export const uploadToS3 = async (
  client: S3Client,
  target: UploadTarget,
  body: FileBody,
): Promise<WrittenFile> => {
  const [Body, partSize] =
    body instanceof Uint8Array ? [body, Math.max(partBytes, body.length)] : [Readable.from(body), partBytes];
  const upload = new Upload({ client, params: { ...target, Body }, partSize, queueSize: 1 });
  let sizeBytes = 0;
  const note = ({ loaded }: Progress) => {
    sizeBytes = loaded ?? 0;
  };
  upload.on("httpUploadProgress", guarded(note));
  const { ETag } = await upload.done();
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  return { key: target.Key, sizeBytes, etag: ETag! };
};
