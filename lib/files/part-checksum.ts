import { createHash } from "node:crypto";
import type { FilePart } from "./file-uploads.ts";

/** S3's header for a part's checksum, signed with the request. */
export const checksumHeader = "x-amz-checksum-sha256";

export const checksumInHeader = ({ sha256 }: Pick<FilePart, "sha256">): string =>
  Buffer.from(sha256, "hex").toString("base64");

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The SHA-256 of the parts' SHA-256s (32 bytes each, in order): S3's composite checksum, in hexadecimal. */
export const checksumOfParts = (parts: readonly Pick<FilePart, "sha256">[]): string => {
  const hash = createHash("sha256");
  for (const { sha256 } of parts) hash.update(sha256, "hex");
  return hash.digest("hex");
};
