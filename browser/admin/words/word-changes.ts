/** Words that two texts share, or that only one of them has. */
export interface WordChange {
  readonly kind: "same" | "added" | "removed";
  readonly words: string;
}

/** Beyond this many pairs of words, the middle of two texts is one change. */
const maxPairs = 4_000_000;

/** How one text becomes another one, by words (longest common subsequence). */
export const wordChanges = (from: string, to: string): readonly WordChange[] => {
  const [some, others] = [tokensOf(from), tokensOf(to)];
  let start = 0;
  while (start < some.length && start < others.length && some[start] === others[start]) start++;
  let end = 0;
  while (
    end < Math.min(some.length, others.length) - start &&
    some[some.length - 1 - end] === others[others.length - 1 - end]
  )
    end++;
  const changes: WordChange[] = [];
  const add = (kind: WordChange["kind"], words: string) => {
    const last = changes.at(-1);
    if (words === "") return;
    if (last?.kind === kind) changes[changes.length - 1] = { kind, words: last.words + words };
    else changes.push({ kind, words });
  };
  add("same", some.slice(0, start).join(""));
  middle(some.slice(start, some.length - end), others.slice(start, others.length - end), add);
  add("same", some.slice(some.length - end).join(""));
  return changes;
};

const tokensOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];

const middle = (
  some: readonly string[],
  others: readonly string[],
  add: (kind: WordChange["kind"], words: string) => void,
): void => {
  if (some.length * others.length > maxPairs) {
    add("removed", some.join(""));
    add("added", others.join(""));
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
