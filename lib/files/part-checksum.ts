import { createHash } from "node:crypto";
import { partBytesFor } from "#lib/media/upload.ts";
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

/** Takes a file of this size piece by piece, and gives the checksum that its upload in parts would have. */
export const partsHash = (sizeBytes: number) => {
  const partBytes = partBytesFor(sizeBytes);
  const parts: Pick<FilePart, "sha256">[] = [];
  let part = createHash("sha256");
  let room = partBytes;
  const endPart = () => {
    parts.push({ sha256: part.digest("hex") });
    part = createHash("sha256");
    room = partBytes;
  };
  return {
    update: (piece: Uint8Array): void => {
      for (let start = 0; start < piece.length; ) {
        const taken = piece.subarray(start, start + room);
        part.update(taken);
        start += taken.length;
        room -= taken.length;
        if (room === 0) endPart();
      }
    },
    digest: (): string => {
      if (room < partBytes) endPart();
      return checksumOfParts(parts);
    },
  };
};

export const partsSha256Of = (bytes: Uint8Array): string => {
  const hash = partsHash(bytes.length);
  hash.update(bytes);
  return hash.digest();
};
