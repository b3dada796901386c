/** Words that two texts share, or that only one of them has. */
export interface WordChange {
  readonly kind: "same" | "added" | "removed";
  readonly words: string;
}

/**
 * How one text becomes another one: lines that both have are found first, then the words that similar lines
 * share. Lines that have little in common are not mixed, because nobody could read that.
 */
export const wordChanges = (from: string, to: string): readonly WordChange[] => {
  const changes: WordChange[] = [];
  const add: Add = (kind, words) => {
    const last = changes.at(-1);
    if (words === "") return;
    if (last?.kind === kind) changes[changes.length - 1] = { kind, words: last.words + words };
    else changes.push({ kind, words });
  };
  let [gone, come]: [string[], string[]] = [[], []];
  const closeGap = () => {
    compareLines(gone, come, add);
    [gone, come] = [[], []];
  };
  compare(linesOf(from), linesOf(to), (kind, line) => {
    if (kind === "removed") gone.push(line);
    else if (kind === "added") come.push(line);
    else {
      closeGap();
      add(kind, line);
    }
  });
  closeGap();
  return changes;
};

type Add = (kind: WordChange["kind"], words: string) => void;

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const tokensOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];

/** Lines that were exchanged for others: similar ones are compared by words, in their order. */
const compareLines = (gone: readonly string[], come: readonly string[], add: Add): void => {
  let next = 0;
  for (const line of gone) {
    const similar = come.findIndex((other, index) => index >= next && areSimilar(line, other));
    if (similar < 0) {
      add("removed", line);
      continue;
    }
    for (const other of come.slice(next, similar)) add("added", other);
    compare(tokensOf(line), tokensOf(come[similar] as string), add);
    next = similar + 1;
  }
  for (const other of come.slice(next)) add("added", other);
};

/** The share of the longer line's words that the other one has to have, too. */
const similarShare = 0.4;

const areSimilar = (one: string, other: string): boolean => {
  const [some, others] = [wordsOf(one), wordsOf(other)];
  const counts = new Map<string, number>();
  for (const word of some) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const left = counts.get(word) ?? 0;
    if (left > 0) shared++;
    counts.set(word, left - 1);
  }
  return shared >= similarShare * Math.max(some.length, others.length, 1);
};

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

/** Beyond this many pairs of parts, the middle of two lists is one change. */
const maxPairs = 4_000_000;

/** How one list of parts becomes another one: what both begin and end with, and what they share between. */
const compare = (some: readonly string[], others: readonly string[], add: Add): void => {
  let start = 0;
  while (start < some.length && start < others.length && some[start] === others[start]) start++;
  let end = 0;
  while (
    end < Math.min(some.length, others.length) - start &&
    some[some.length - 1 - end] === others[others.length - 1 - end]
  )
    end++;
  for (const part of some.slice(0, start)) add("same", part);
  compareMiddles(some.slice(start, some.length - end), others.slice(start, others.length - end), add);
  for (const part of some.slice(some.length - end)) add("same", part);
};

/** By the longest common subsequence. */
const compareMiddles = (some: readonly string[], others: readonly string[], add: Add): void => {
  if (some.length * others.length > maxPairs) {
    for (const part of some) add("removed", part);
    for (const part of others) add("added", part);
    return;
  }
  const width = others.length + 1;
  const longest = new Uint32Array((some.length + 1) * width);
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0;
  for (let row = some.length - 1; row >= 0; row--)
    for (let column = others.length - 1; column >= 0; column--)
      longest[row * width + column] =
        some[row] === others[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < some.length || column < others.length) {
    if (row < some.length && column < others.length && some[row] === others[column]) {
      add("same", some[row++] as string);
      column++;
    } else if (row < some.length && (column === others.length || at(row + 1, column) >= at(row, column + 1)))
      add("removed", some[row++] as string);
    else add("added", others[column++] as string);
  }
};
