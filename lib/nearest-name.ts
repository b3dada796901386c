import { closest, distance } from "fastest-levenshtein";

/** The name that was probably meant; undefined if none is similar enough. */
export const nearestName = (written: string, names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined;
  const name = closest(written, names);
  const typos = Math.max(2, Math.floor(name.length / 3));
  return distance(written, name) <= Math.min(typos, name.length - 1) ? name : undefined;
};
