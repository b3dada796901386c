/** A place in one list and the place of the same text in another one. */
export type CommonPlace = readonly [from: number, to: number];

/**
 * The places at which two lists agree, in order: a longest common subsequence (Myers, 1986). Lists that
 * differ in more than `maxEdits` texts agree only where they begin and end.
 */
export const commonPlaces = (from: readonly string[], to: readonly string[]): readonly CommonPlace[] => {
  const most = Math.min(from.length, to.length);
  let first = 0;
  while (first < most && from[first] === to[first]) first++;
  let last = 0;
  while (last < most - first && from.at(-1 - last) === to.at(-1 - last)) last++;
  const inner = middlePlaces(from.slice(first, from.length - last), to.slice(first, to.length - last));
  const places: CommonPlace[] = [];
  for (let at = 0; at < first; at++) places.push([at, at]);
  for (const [one, other] of inner) places.push([one + first, other + first]);
  for (let at = last; at > 0; at--) places.push([from.length - at, to.length - at]);
  return places;
};

/** The search keeps as many numbers as the square of this. */
const maxEdits = 1500;

const middlePlaces = (from: readonly string[], to: readonly string[]): readonly CommonPlace[] => {
  const limit = Math.min(from.length + to.length, maxEdits);
  /** The furthest place in `from` on each diagonal, by the number of edits. */
  const furthest: Int32Array[] = [];
  let reached = new Int32Array(2 * limit + 3);
  for (let edits = 0; edits <= limit; edits++) {
    furthest.push(reached.slice(limit - edits, limit + edits + 3));
    const next = reached.slice();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = limit + 1 + diagonal;
      const isDown =
        diagonal === -edits || (diagonal !== edits && valueAt(reached, at - 1) < valueAt(reached, at + 1));
      let one = isDown ? valueAt(reached, at + 1) : valueAt(reached, at - 1) + 1;
      while (one < from.length && one - diagonal < to.length && from[one] === to[one - diagonal]) one++;
      next[at] = one;
      if (one >= from.length && one - diagonal >= to.length)
        return placesOf(furthest, from.length, to.length);
    }
    reached = next;
  }
  return [];
};

const valueAt = (values: Int32Array, at: number): number => values[at] ?? 0;

/** Goes back from the ends of both lists to their beginnings. */
const placesOf = (furthest: readonly Int32Array[], fromLength: number, toLength: number): CommonPlace[] => {
  const places: CommonPlace[] = [];
  let [one, other] = [fromLength, toLength];
  for (let edits = furthest.length - 1; edits >= 0; edits--) {
    const reached = furthest[edits] ?? new Int32Array();
    const diagonal = one - other;
    const at = edits + 1 + diagonal;
    const isDown =
      diagonal === -edits || (diagonal !== edits && valueAt(reached, at - 1) < valueAt(reached, at + 1));
    const before = edits === 0 ? 0 : isDown ? valueAt(reached, at + 1) : valueAt(reached, at - 1);
    const beforeOther = edits === 0 ? 0 : before - (isDown ? diagonal + 1 : diagonal - 1);
    const start = edits === 0 ? 0 : isDown ? before : before + 1;
    while (one > start) places.push([--one, --other]);
    [one, other] = [before, beforeOther];
  }
  return places.reverse();
};
