import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { messageOf } from "./service.ts";

/** The rows that one request asks for. */
const chunk = 100;

/** A part of a list: its `page` of so many rows. */
export interface ListPart {
  readonly page: string;
  readonly pageSize: number;
}

type Read<Item> = (part: ListPart) => Promise<{ readonly count: number; readonly results: readonly Item[] }>;

/** A list of any length, of which only what is looked at is read. */
export const longList = <Item>() => {
  const count = signal<number | null>(null);
  const rows = signal<ReadonlyMap<number, Item>>(new Map());
  const problem = signal("");
  let read: Read<Item> | undefined;
  let generation = 0;
  const asked = new Set<number>();
  let looked = { from: 0, to: 0 };

  const readWhatIsLookedAt = (length: number): void => {
    const last = Math.min(looked.to, length) - 1;
    for (let index = Math.floor(looked.from / chunk); index <= Math.floor(last / chunk); index++)
      void readChunk(index);
  };

  const readChunk = async (index: number): Promise<void> => {
    if (!read || asked.has(index)) return;
    asked.add(index);
    const mine = generation;
    try {
      const answer = await read({ page: String(index + 1), pageSize: chunk });
      // An answer that comes late belongs to a list that is no longer shown.
      if (mine !== generation) return;
      const more = new Map(rows.value);
      for (const [at, item] of answer.results.entries()) more.set(index * chunk + at, item);
      rows.value = more;
      count.value = answer.count;
      problem.value = "";
      if (index === 0) readWhatIsLookedAt(answer.count);
    } catch (error) {
      if (mine !== generation) return;
      asked.delete(index);
      problem.value = messageOf(error);
    }
  };

  return {
    count,
    rows,
    problem,
    /** Asks for what stands between two rows. */
    show: (from: number, to: number): void => {
      looked = { from, to };
      if (count.value !== null) readWhatIsLookedAt(count.value);
    },
    /** Shows another list. */
    choose: (reads: Read<Item>): void => {
      read = reads;
      generation++;
      asked.clear();
      rows.value = new Map();
      void readChunk(0);
    },
    /** Reads anew; what is shown stays until the answer. */
    again: (): void => {
      generation++;
      asked.clear();
      void readChunk(0);
    },
  };
};

const linesBeyond = 12;

/** The rows between which one looks, in a list whose lines have a height and hold so many of them. */
export const useRowsInView = (
  list: Pick<ReturnType<typeof longList>, "show">,
  box: { readonly current: HTMLElement | null },
  measure: () => { readonly lineHeight: number; readonly perLine: number },
) => {
  const range = useMemo(() => signal({ from: 0, to: 30 }), []);
  useEffect(() => {
    const look = () => {
      const { lineHeight, perLine } = measure();
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const line = Math.max(0, Math.floor(-top / lineHeight) - linesBeyond);
      const from = line * perLine;
      const to = from + (Math.ceil(innerHeight / lineHeight) + 2 * linesBeyond) * perLine;
      if (from !== range.value.from || to !== range.value.to) range.value = { from, to };
      list.show(from, to);
    };
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    // What grows or shrinks above moves the list.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  return range;
};

/** The numbers of the rows that are drawn. */
export const numbersIn = (
  { from, to }: { readonly from: number; readonly to: number },
  count: number | null,
): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(to, count ?? 0) - from) }, (_, index) => from + index);
