import { hash } from "node:crypto";

const length = 12;

/** A short digest of a value of JSON, whatever the order of its members. */
export const shortDigest = (value: unknown): string =>
  hash("sha256", JSON.stringify(value, inOrder) ?? "", "base64url").slice(0, length);

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
