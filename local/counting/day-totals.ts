import { certain } from "#lib/certain.ts";
import type { DayCount, LeastBytes } from "#lib/statistics/day-count.ts";
import { type Total, totalKey } from "#lib/statistics/totals.ts";
import { putTotals, totalsPerPart } from "#lib/store/statistics.ts";

/**
 * Stores what a run of the process has counted on a day: whole totals, in place of its own before. So a write
 * that fails is made up for by the next, and one that is repeated changes nothing.
 */
export class DayTotals {
  readonly #day: string;
  readonly #run: string;
  /** The place of each total, in the order in which they came up: a total stays in its part. */
  readonly #places = new Map<string, number>();
  readonly #stored = new Map<number, string>();
  #version = 0;
  /** Up to which change of the count totals are stored. */
  #storedChanges = 0;

  constructor(day: string, run: string) {
    this.#day = day;
    this.#run = run;
  }

  /** Does nothing if the count has not changed since the last call. */
  async store(count: DayCount, minBytes: () => Promise<LeastBytes>): Promise<void> {
    const { changes } = count;
    if (changes === this.#storedChanges) return;
    this.#version++;
    for (const [part, totals] of this.#parts(count.totals(await minBytes()))) {
      const text = JSON.stringify(totals);
      if (this.#stored.get(part) === text) continue;
      await putTotals({ day: this.#day, run: this.#run, part }, this.#version, totals);
      this.#stored.set(part, text);
    }
    this.#storedChanges = changes;
  }

  #parts(totals: readonly Total[]): ReadonlyMap<number, readonly Total[]> {
    for (const total of totals) {
      const key = totalKey(total);
      if (!this.#places.has(key)) this.#places.set(key, this.#places.size);
    }
    return Map.groupBy(totals, (total) =>
      Math.floor(certain(this.#places.get(totalKey(total))) / totalsPerPart),
    );
  }
}
