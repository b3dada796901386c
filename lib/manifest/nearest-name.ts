import { closest, distance } from "fastest-levenshtein";

/** The name that somebody most likely meant; undefined when none is so near that it is worth naming. */
export const nearestName = (written: string, names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined;
  const name = closest(written, names);
  const typos = Math.max(2, Math.floor(name.length / 3));
  return distance(written, name) <= Math.min(typos, name.length - 1) ? name : undefined;
};
