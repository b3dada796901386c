import type { Table } from "#bench/report/table.ts";

/** What a workload gives for one corpus. */
export interface Result {
  readonly tables: readonly Table[];
  /** The figures behind them, for machines. */
  readonly data: unknown;
  /** A line for each wrong answer, violation and count above its budget. */
  readonly failures: readonly string[];
}

/** One of the things that can be measured. */
export type Measurement = (run: Run) => Promise<Result>;

/** How it is measured. */
export interface Run {
  /** Posts of the corpus. */
  readonly posts: number;
  /** For each row. */
  readonly seconds: number;
  /** The corpus is loaded again, even if an earlier run has left it. */
  readonly fresh: boolean;
}
