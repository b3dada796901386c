import type { Table } from "#bench/report/table.ts";

/** A part of what was measured. */
export interface BenchResult {
  readonly tables: readonly Table[];
  /** The figures behind them, for machines. */
  readonly data: object;
  /** A line for each wrong answer, violation and count above its budget. */
  readonly failures: readonly string[];
}

/** One of the things that can be measured; gives each part as soon as it is there. */
export type Measurement = (run: RunOptions) => AsyncIterable<BenchResult>;

/** How it is measured. */
export interface RunOptions {
  /** Posts of the corpora. */
  readonly posts: readonly number[];
  /** For each row. */
  readonly seconds: number;
  /** The corpora are loaded again, even if an earlier run has left them. */
  readonly fresh: boolean;
}
