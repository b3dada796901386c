import type { Path } from "#lib/manifest/problem.ts";

/** How deep maps and lists may be nested: far deeper than real pages are. */
export const maxDepth = 100;

export const tooDeepMessage = `nested more than ${maxDepth} deep, or an alias stands inside what it names`;

/** The problem of a value that is nested so deeply that reading it might exhaust the stack. */
export const nestedTooDeeply = (
  value: unknown,
): { readonly path: Path; readonly message: string } | undefined => {
  const path = pathBelow(value, maxDepth);
  return path && { path: path.slice(0, 4), message: tooDeepMessage };
};

/** The path to a value at this depth; undefined if there is none. A value may contain itself, by an alias. */
const pathBelow = (value: unknown, depth: number, seen = new Map<object, number>()): Path | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth === 0) return [];
  // A value that passed with less depth left passes again.
  if ((seen.get(value) ?? Number.POSITIVE_INFINITY) <= depth) return undefined;
  seen.set(value, depth);
  for (const [key, part] of Object.entries(value)) {
    const below = pathBelow(part, depth - 1, seen);
    if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return undefined;
};
