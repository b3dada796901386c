/** A set of pages as a byte per page id: 1 for its pages, 0 for others. */
export type Marks = Uint8Array<ArrayBuffer>;

export const marksOf = (ids: ArrayLike<number>, size: number): Marks => {
  const marks = new Uint8Array(size);
  for (let index = 0; index < ids.length; index++) marks[ids[index] ?? 0] = 1;
  return marks;
};

/** The marked ids, ascending. */
export const markedIds = (marks: Marks): Uint32Array => {
  const ids = new Uint32Array(marks.length);
  let count = 0;
  for (let id = 0; id < marks.length; id++) if (marks[id] === 1) ids[count++] = id;
  return ids.slice(0, count);
};

/** The ids that are marked, in their order. */
export const idsAmong = (ids: ArrayLike<number>, marks: Marks): Uint32Array => {
  const kept = new Uint32Array(ids.length);
  let count = 0;
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] ?? 0;
    if (marks[id] === 1) kept[count++] = id;
  }
  return kept.slice(0, count);
};
