import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { FileKey } from "./file-key.ts";
import type { FileBody, WrittenFile } from "./files.ts";

/** Where an upload goes, in S3's words. */
export interface UploadTarget {
  readonly Bucket: string;
  readonly Key: FileKey;
  readonly ContentType: string;
  /** Only when there is no such object: refused by S3 with status 412. */
  readonly IfNoneMatch?: "*";
}

/**
 * Stores a body of any length in one step.
 *
 * What comes piece by piece is collected into parts, so that its length need not be known and a failed
 * request can be sent again. One request below 8 MiB and for bodies that are there at once; else one per part
 * and two more.
 */
export const uploadToS3 = async (
  client: S3Client,
  target: UploadTarget,
  body: FileBody,
): Promise<WrittenFile> => {
  if (body instanceof Uint8Array) return putAtOnce(client, target, body);
  const { Bucket, Key, ContentType, ...condition } = target;
  const completed: CompletedPart[] = [];
  let UploadId: string | undefined;
  let sizeBytes = 0;
  try {
    for await (const part of partsOf(body)) {
      if (completed.length === 0 && part.length < partBytes) return await putAtOnce(client, target, part);
      UploadId ??= await beginUpload(client, target);
      const PartNumber = completed.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: part }),
      );
      completed.push({ ETag, PartNumber });
      sizeBytes += part.length;
    }
    const { ETag } = await client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts: completed },
        ...condition,
      }),
    );
    return { key: Key, sizeBytes, etag: ETag! };
  } catch (error) {
    // Where even this fails, the bucket's lifecycle rule clears the parts away.
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
    if (UploadId) await client.send(abort).catch(() => {});
    throw error;
  }
};

const putAtOnce = async (client: S3Client, target: UploadTarget, body: Uint8Array): Promise<WrittenFile> => {
  const { ETag } = await client.send(new PutObjectCommand({ ...target, Body: body }));
  return { key: target.Key, sizeBytes: body.length, etag: ETag! };
};

const beginUpload = async (client: S3Client, { Bucket, Key, ContentType }: UploadTarget): Promise<string> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }));
  return UploadId!;
};

/** As much of an upload as is in memory; every part of one but the last has this size. */
const partBytes = 8 * 1024 * 1024;

/** A body in parts of exactly `partBytes`, and what remains; at least one part, even if it is empty. */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let openBytes = 0;
  let isFirst = true;
  for await (const piece of body) {
    let rest = piece;
    while (openBytes + rest.length >= partBytes) {
      const taken = rest.subarray(0, partBytes - openBytes);
      yield Buffer.concat([...pieces, taken]);
      rest = rest.subarray(taken.length);
      pieces = [];
      openBytes = 0;
      isFirst = false;
    }
    pieces.push(rest);
    openBytes += rest.length;
  }
  if (isFirst || openBytes > 0) yield Buffer.concat(pieces);
}
