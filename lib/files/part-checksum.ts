import { createHash } from "node:crypto";
import type { FilePart } from "./file-uploads.ts";

/** The header in which a part names its checksum to the store: S3's own, signed together with the request. */
export const checksumHeader = "x-amz-checksum-sha256";

/** A part's checksum as that header has it, in Base64. */
export const checksumInHeader = ({ sha256 }: Pick<FilePart, "sha256">): string =>
  Buffer.from(sha256, "hex").toString("base64");

/** The SHA-256 of some bytes, in hexadecimal digits. */
export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/**
 * The checksum of a file that comes in parts: the SHA-256 of the parts' SHA-256s (their 32 bytes each, in
 * order), in hexadecimal digits. S3 calls it a composite checksum. Whoever knows the parts need not read the
 * file again.
 */
export const checksumOfParts = (parts: readonly Pick<FilePart, "sha256">[]): string => {
  const hash = createHash("sha256");
  for (const { sha256 } of parts) hash.update(sha256, "hex");
  return hash.digest("hex");
};
