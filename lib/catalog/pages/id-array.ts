/** A list of ids that is copied on every change: some 20 µs for 100,000 ids. */
export type IdArray = Uint32Array<ArrayBuffer>;

/** The length of the leading part for which `isFirst` holds; it must hold for none after that part. */
export const countFirst = (ids: IdArray, isFirst: (id: number) => boolean): number => {
  let [first, end] = [0, ids.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (isFirst(ids[middle] ?? 0)) first = middle + 1;
    else end = middle;
  }
  return first;
};

export const withIdAt = (ids: IdArray, place: number, id: number): IdArray => {
  const all = new Uint32Array(ids.length + 1);
  all.set(ids.subarray(0, place));
  all[place] = id;
  all.set(ids.subarray(place), place + 1);
  return all;
};

/** The array without the id at an index; the same array if the index is negative. */
export const withoutIdAt = (ids: IdArray, place: number): IdArray => {
  if (place < 0) return ids;
  const others = new Uint32Array(ids.length - 1);
  others.set(ids.subarray(0, place));
  others.set(ids.subarray(place + 1), place);
  return others;
};
