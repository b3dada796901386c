import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { partBytesFor } from "#lib/media/upload.ts";
import type { StoredFile } from "./files.ts";
import { checksumOfParts } from "./part-checksum.ts";

/** True if the content has the digest in its ETag. Reads the whole content, a megabyte at a time. */
export const contentMatches = async (
  handle: FileHandle,
  { sizeBytes, etag }: Pick<StoredFile, "sizeBytes" | "etag">,
): Promise<boolean> => {
  const [, expected, parts] = /^"([0-9a-f]{64})(?:-(\d+))?"$/.exec(etag) ?? [];
  if (expected === undefined) return false;
  if (parts === undefined) return (await digestOf(handle, 0, sizeBytes)) === expected;
  const digests: { readonly sha256: string }[] = [];
  const partBytes = partBytesFor(sizeBytes);
  for (let start = 0; start < sizeBytes; start += partBytes)
    digests.push({ sha256: await digestOf(handle, start, Math.min(start + partBytes, sizeBytes)) });
  return String(digests.length) === parts && checksumOfParts(digests) === expected;
};

const digestOf = async (handle: FileHandle, start: number, end: number): Promise<string> => {
  const digest = createHash("sha256");
  const buffer = Buffer.alloc(Math.min(1_048_576, end - start));
  for (let at = start; at < end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) break;
    digest.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return digest.digest("hex");
};
