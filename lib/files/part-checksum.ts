import { createHash } from "node:crypto";
import type { FilePart } from "./file-uploads.ts";

/** S3's header for a part's checksum, signed with the request. */
export const checksumHeader = "x-amz-checksum-sha256";

/** A part's checksum in Base64, as that header has it. */
export const checksumInHeader = ({ sha256 }: Pick<FilePart, "sha256">): string =>
  Buffer.from(sha256, "hex").toString("base64");

/** The SHA-256 of some bytes, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * The checksum of a file that comes in parts, in hexadecimal digits: the SHA-256 of the parts' SHA-256s (32
 * bytes each, in order), which S3 calls a composite checksum. It needs the parts' checksums only.
 */
export const checksumOfParts = (parts: readonly Pick<FilePart, "sha256">[]): string => {
  const hash = createHash("sha256");
  for (const { sha256 } of parts) hash.update(sha256, "hex");
  return hash.digest("hex");
};
