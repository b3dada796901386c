import { certain } from "#lib/certain.ts";
/** A block of a section: `key` is equal for blocks of equal content, `shown` is how changes show it. */
export interface ComparedBlock {
  readonly type: string;
  readonly key: string;
  readonly shown: unknown;
}

export interface ComparedContent {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Blocks by the name of their section, in the order of the sections. */
  readonly sections: Readonly<Record<string, readonly ComparedBlock[]>>;
}

/** `from` and `to` are values; of moved blocks, the places where they were and are (contract#diff). */
export interface ContentChange {
  readonly path: string;
  /** For changed blocks: their place before. */
  readonly from_path?: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly from: unknown;
  readonly to: unknown;
}

interface PlacedBlock extends ComparedBlock {
  readonly path: string;
  /** The section, and how many unchanged blocks of it come before. */
  readonly gap: string;
}

interface Leftovers {
  readonly from: readonly PlacedBlock[];
  readonly to: readonly PlacedBlock[];
}

const nothing: ComparedContent = { fields: {}, sections: {} };

/** The changes between two contents; null means that there is none before. O(n log n) in blocks. */
export const contentChanges = (from: ComparedContent | null, to: ComparedContent): ContentChange[] => [
  ...fieldChanges((from ?? nothing).fields, to.fields),
  ...blockChanges((from ?? nothing).sections, to.sections),
];

const fieldChanges = (from: ComparedContent["fields"], to: ComparedContent["fields"]): ContentChange[] =>
  [...new Set([...Object.keys(to), ...Object.keys(from)])].flatMap((path): ContentChange[] => {
    if (!Object.hasOwn(from, path)) return [{ path, kind: "added", from: null, to: to[path] }];
    if (!Object.hasOwn(to, path)) return [{ path, kind: "removed", from: from[path], to: null }];
    if (JSON.stringify(from[path]) === JSON.stringify(to[path])) return [];
    return [{ path, kind: "changed", from: from[path], to: to[path] }];
  });

const blockChanges = (
  from: ComparedContent["sections"],
  to: ComparedContent["sections"],
): ContentChange[] => {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const unkept = names.map((name) => notKept(name, from[name] ?? [], to[name] ?? []));
  const all = { from: unkept.flatMap((each) => each.from), to: unkept.flatMap((each) => each.to) };
  const moves = pairsBy(all, ({ key }) => key);
  const unmoved = without(all, moves);
  const edits = pairsBy(unmoved, ({ gap, type }) => `${gap} ${type}`);
  const rest = without(unmoved, edits);
  return [
    ...rest.from.map(({ path, shown }) => ({ path, kind: "removed", from: shown, to: null }) as const),
    ...moves.map(([before, { path }]) => ({ path, kind: "moved", from: before.path, to: path }) as const),
    ...edits.map(([before, { path, shown }]): ContentChange => {
      return { path, from_path: before.path, kind: "changed", from: before.shown, to: shown };
    }),
    ...rest.to.map(({ path, shown }) => ({ path, kind: "added", from: null, to: shown }) as const),
  ];
};

/** The blocks of a section that are not there before and after in the same order. */
const notKept = (
  section: string,
  from: readonly ComparedBlock[],
  to: readonly ComparedBlock[],
): Leftovers => {
  const kept = keptPairs(from, to);
  const others = (blocks: readonly ComparedBlock[], keptIndexes: ReadonlySet<number>): PlacedBlock[] => {
    let before = 0;
    return blocks.flatMap((block, index): PlacedBlock[] => {
      if (!keptIndexes.has(index))
        return [{ ...block, path: `${section}.${index}`, gap: `${section} ${before}` }];
      before++;
      return [];
    });
  };
  return {
    from: others(from, new Set(kept.map(([index]) => index))),
    to: others(to, new Set(kept.map(([, index]) => index))),
  };
};

type IndexPair = readonly [from: number, to: number];

/** Pairs of equal blocks that ascend on both sides: the beginning and the end, and most of the middle. */
const keptPairs = (from: readonly ComparedBlock[], to: readonly ComparedBlock[]): readonly IndexPair[] => {
  const isEqual = (one: number, other: number): boolean => from[one]?.key === to[other]?.key;
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && isEqual(start, start)) start++;
  let end = 0;
  while (end < shortest - start && isEqual(from.length - 1 - end, to.length - 1 - end)) end++;
  const outside = to.flatMap((_, index): IndexPair[] => {
    if (index < start) return [[index, index]];
    return index < to.length - end ? [] : [[index - to.length + from.length, index]];
  });
  const indexed = (blocks: readonly ComparedBlock[]) =>
    blocks.map(({ key }, index) => ({ key, index })).slice(start, blocks.length - end);
  const equal = pairsBy({ from: indexed(from), to: indexed(to) }, ({ key }) => key);
  return [...outside, ...longestAscending(equal.map(([one, other]): IndexPair => [one.index, other.index]))];
};

/** Most of the pairs, which ascend on the second side, such that they ascend on the first side too. */
const longestAscending = (pairs: readonly IndexPair[]): readonly IndexPair[] => {
  // By the length of a run: the pair with the lowest first index that ends an ascending run of that length.
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, [from]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (certain(pairs[certain(ends[middle])])[0] < from) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const run: IndexPair[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) run.push(certain(pairs[index]));
  return run.reverse();
};

/** Pairs each of `to` with the first of `from` that has the same name and is not paired yet. */
const pairsBy = <Each>(
  { from, to }: { readonly from: readonly Each[]; readonly to: readonly Each[] },
  nameOf: (each: Each) => string,
): (readonly [Each, Each])[] => {
  const waiting = Map.groupBy(from, nameOf);
  for (const blocks of waiting.values()) blocks.reverse();
  return to.flatMap((after): (readonly [Each, Each])[] => {
    const before = waiting.get(nameOf(after))?.pop();
    return before === undefined ? [] : [[before, after]];
  });
};

const without = (all: Leftovers, pairs: readonly (readonly [PlacedBlock, PlacedBlock])[]): Leftovers => {
  const paired = new Set(pairs.flat());
  return {
    from: all.from.filter((each) => !paired.has(each)),
    to: all.to.filter((each) => !paired.has(each)),
  };
};
