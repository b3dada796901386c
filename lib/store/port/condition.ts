/**
 * What must be true of an item when it is written, as data. A path names an attribute, or with dots what is
 * in a map: `page.version`. Of an item that is not there, every attribute is absent.
 */
export type WriteCondition =
  | { readonly test: "absent" | "present"; readonly path: string }
  /** Values of another type than the stored one are unequal, and neither below nor above it. */
  | { readonly test: Comparison; readonly path: string; readonly value: unknown }
  /** Of a text its characters of UTF-16, of bytes, a set, list or map their number; false for others. */
  | { readonly test: "sizeBelow"; readonly path: string; readonly value: number }
  /** A set or list has this member, or a text this part. */
  | { readonly test: "contains"; readonly path: string; readonly value: unknown }
  | { readonly test: "all" | "any"; readonly of: readonly WriteCondition[] };

type Comparison = "equal" | "below" | "atMost" | "above" | "atLeast";

export const absent = (path: string): WriteCondition => ({ test: "absent", path });
export const present = (path: string): WriteCondition => ({ test: "present", path });
export const equal = (path: string, value: unknown): WriteCondition => ({ test: "equal", path, value });
export const below = (path: string, value: unknown): WriteCondition => ({ test: "below", path, value });
export const atMost = (path: string, value: unknown): WriteCondition => ({ test: "atMost", path, value });
export const above = (path: string, value: unknown): WriteCondition => ({ test: "above", path, value });
export const atLeast = (path: string, value: unknown): WriteCondition => ({ test: "atLeast", path, value });
export const sizeBelow = (path: string, value: number): WriteCondition => ({
  test: "sizeBelow",
  path,
  value,
});
export const contains = (path: string, value: unknown): WriteCondition => ({ test: "contains", path, value });
export const all = (...of: readonly WriteCondition[]): WriteCondition => ({ test: "all", of });
export const any = (...of: readonly WriteCondition[]): WriteCondition => ({ test: "any", of });

/** There is no item. */
export const isNew: WriteCondition = absent("pk");

/** There is an item. */
export const exists: WriteCondition = present("pk");
