import type { Table } from "#bench/report/table.ts";
import type { SiteTraffic } from "#bench/simulate/simulated-site.ts";

/** A part of the results. */
export interface BenchResult {
  readonly tables: readonly Table[];
  /** The figures as JSON. */
  readonly data: object;
  /** A line for each wrong answer, missed publication and count above its budget. */
  readonly failures: readonly string[];
}

/** A workload of the benchmark; yields each result as soon as it is there. */
export type Measurement = (run: RunOptions) => AsyncIterable<BenchResult>;

export interface RunOptions {
  /** The sizes of the corpora. */
  readonly posts: readonly number[];
  /** The time per row. */
  readonly seconds: number;
  /** How often the service is killed. */
  readonly kills: number;
  /** The most connections that send mixed traffic. */
  readonly connections: number;
  /** The seconds of the soak. */
  readonly soak: number;
  /** The most arrangements of two parts that are tried as bodies. */
  readonly arrangements: number;
  /** The folder of the other checkout that this one is compared with. */
  readonly against?: string;
  /** The site that is simulated; without one, those of docs/scale.md are. */
  readonly traffic?: SiteTraffic;
  /** Load corpora again that earlier runs kept. */
  readonly fresh: boolean;
}
