import type { Attributes, Item } from "#lib/store/port/table-store.ts";

/**
 * An item as its row has it: JSON, with `{"$set": [...]}` for a set and `{"$bytes": "..."}` for bytes in
 * base64. A name that begins with `$` is written with one `$` more.
 */
export const storedText = (item: Attributes): string => JSON.stringify(isJson(item) ? item : stored(item));

export const itemFrom = (text: string): Item => {
  // Only `storedText` writes these texts.
  const item: Item = JSON.parse(text);
  return text.includes('"$') ? (restoredMembers(item) as Item) : item;
};

/** True for a value that JSON writes as it is. JSON leaves out members that are undefined. */
const isJson = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((entry) => entry !== undefined && isJson(entry));
  if (value instanceof Set || value instanceof Uint8Array) return false;
  return Object.entries(value).every(([name, member]) => name[0] !== "$" && isJson(member));
};

const stored = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.filter((entry) => entry !== undefined).map(stored);
  if (value instanceof Set) return { $set: [...value] };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.map(([name, member]) => [name[0] === "$" ? `$${name}` : name, stored(member)]),
  );
};

const restored = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(restored);
  const { $set: set, $bytes: bytes } = value as { readonly $set?: unknown[]; readonly $bytes?: string };
  if (set) return new Set(set);
  return bytes === undefined ? restoredMembers(value) : Buffer.from(bytes, "base64");
};

const restoredMembers = (members: object): Attributes =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name[0] === "$" ? name.slice(1) : name,
      restored(member),
    ]),
  );
