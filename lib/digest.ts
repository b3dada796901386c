import { hash } from "node:crypto";

/** A digest of a value's JSON: 96 bits as 16 letters, digits, `-` and `_`. */
export const jsonDigest = (value: unknown): string =>
  hash("sha256", JSON.stringify(value), "base64url").slice(0, 16);
