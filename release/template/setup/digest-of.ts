import { createHash } from "node:crypto";

/** A short digest of a value as JSON: it changes whenever the value does. */
export const digestOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
