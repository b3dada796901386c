import { signal } from "@preact/signals";
import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { messageOf, service } from "../shell/service.ts";

export interface Filter {
  readonly search: string;
  readonly state: string;
  readonly parent: string;
  readonly order: string;
}

/** The rows that one request asks for. */
const chunk = 100;

/** A list of any length, of which only what is looked at is read. */
export const pageList = () => {
  const count = signal<number | null>(null);
  const rows = signal<ReadonlyMap<number, EditablePage>>(new Map());
  const problem = signal("");
  let filter: Filter = { search: "", state: "", parent: "", order: "-changed_at" };
  let generation = 0;
  const asked = new Set<number>();

  const readChunk = async (index: number): Promise<void> => {
    if (asked.has(index)) return;
    asked.add(index);
    const mine = generation;
    try {
      const answer = await service.request("get", "/api/editor/pages/", {
        query: {
          page: String(index + 1),
          pageSize: chunk,
          may: true,
          being_edited: true,
          order: filter.order,
          ...(filter.search && { q: filter.search }),
          ...(filter.state && { state: filter.state }),
          ...(filter.parent && { parent: Number(filter.parent) }),
        },
      });
      // An answer that comes late belongs to a list that is no longer shown.
      if (mine !== generation) return;
      const more = new Map(rows.value);
      for (const [at, page] of answer.results.entries()) more.set(index * chunk + at, page);
      rows.value = more;
      count.value = answer.count;
      problem.value = "";
    } catch (error) {
      asked.delete(index);
      if (mine === generation) problem.value = messageOf(error);
    }
  };

  return {
    count,
    rows,
    problem,
    /** Asks for what stands between two rows. */
    show: (from: number, to: number): void => {
      for (let index = Math.floor(from / chunk); index <= Math.floor(Math.max(from, to - 1) / chunk); index++)
        void readChunk(index);
    },
    choose: (chosen: Filter): void => {
      filter = chosen;
      generation++;
      asked.clear();
      rows.value = new Map();
      void readChunk(0);
    },
    again: (): void => {
      generation++;
      asked.clear();
      void readChunk(0);
    },
  };
};
