import { signal } from "@preact/signals";

interface Part<Item> {
  readonly results: readonly Item[];
  readonly count: number;
  /** Null for the last part. */
  readonly next: string | null;
}

/** The entries that one request asks for. */
export const partSize = 50;

/**
 * A list that is read as far as somebody looks. `read` gives a part of `partSize` entries, from 1. What comes
 * or goes meanwhile moves the others: a part may come again, and `keyOf` tells which entries are known.
 * `messageOf` says what has gone wrong.
 */
export const listInParts = <Item>(
  read: (part: number) => Promise<Part<Item>>,
  keyOf: (item: Item) => string,
  messageOf: (error: unknown) => string,
) => {
  const items = signal<readonly Item[]>([]);
  const count = signal<number | null>(null);
  const isAll = signal(false);
  const isReading = signal(false);
  const problem = signal("");
  let generation = 0;
  /** The parts that had nothing new since the last one that had. */
  let known = 0;
  let running: Promise<void> | undefined;

  const readPart = async (): Promise<void> => {
    const mine = generation;
    isReading.value = true;
    try {
      const part = await read(Math.floor(items.value.length / partSize) + 1 + known);
      // An answer that comes late belongs to a list that is no longer shown.
      if (mine !== generation) return;
      const all = new Map([...items.value, ...part.results].map((item) => [keyOf(item), item]));
      known = all.size > items.value.length ? 0 : known + 1;
      items.value = [...all.values()];
      count.value = part.count;
      isAll.value = part.next === null;
      problem.value = "";
    } catch (error) {
      if (mine === generation) problem.value = messageOf(error);
    }
    if (mine !== generation) return;
    isReading.value = false;
    running = undefined;
  };

  /** One part more; where one is on its way, it is that one. */
  const more = (): Promise<void> => {
    running ??= readPart();
    return running;
  };

  return {
    items,
    /** Of the whole list; null before it is known. */
    count,
    isAll,
    isReading,
    problem,
    more,
    /** Reads it anew. */
    start: (): Promise<void> => {
      generation++;
      known = 0;
      items.value = [];
      count.value = null;
      isAll.value = false;
      problem.value = "";
      running = readPart();
      return running;
    },
    /** Takes entries out that are no longer in the list. */
    drop: (isGone: (item: Item) => boolean): void => {
      const left = items.value.filter((item) => !isGone(item));
      if (count.value !== null) count.value -= items.value.length - left.length;
      items.value = left;
    },
  };
};

export type ListInParts<Item> = ReturnType<typeof listInParts<Item>>;
