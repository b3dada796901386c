/** Sent parts of a file: `[start, end)`, in order, apart from one another. */
export type ByteRanges = readonly (readonly [start: number, end: number])[];

/** Joins a part with those that it overlaps or touches, so that what is sent twice counts once. */
export const withRange = (ranges: ByteRanges, start: number, end: number): ByteRanges => {
  if (end <= start) return ranges;
  const touching = ranges.filter(([from, to]) => from <= end && to >= start);
  const joined = [
    Math.min(start, ...touching.map(([from]) => from)),
    Math.max(end, ...touching.map(([, to]) => to)),
  ] as const;
  return [...ranges.filter(([, to]) => to < start), joined, ...ranges.filter(([from]) => from > end)];
};

export const sizeOf = (ranges: ByteRanges): number =>
  ranges.reduce((size, [start, end]) => size + end - start, 0);
