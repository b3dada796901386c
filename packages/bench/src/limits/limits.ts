import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientOf, type HttpAnswer, type HttpRequest } from "#bench/client.ts";
import { certain } from "#bench/lectern/tools.ts";
import { startWorker } from "#bench/processes/worker.ts";
import { differenceOf } from "#bench/reading/checks.ts";
import { type Sample, sample } from "#bench/reading/measure.ts";
import { type Spread, timesOf } from "#bench/report/figures.ts";
import type { LimitQuestion, LimitServer } from "./limit-process.ts";

/**
 * What no service in Node can be faster than: `bare` answers with the same bytes and does nothing else,
 * `table` asks a table in a file once before that.
 */
export const limitKinds = ["bare", "table"] as const;
export type LimitKind = (typeof limitKinds)[number];

/** A server of both limits for rows of requests; disposing of it ends it. */
export interface MeasuredLimits extends AsyncDisposable {
  /** Sends a row's request again and again, one at a time, and takes the CPU of the server. */
  readonly sample: (
    kind: LimitKind,
    row: number,
    request: HttpRequest,
    durationMs: number,
  ) => Promise<Sample>;
}

/** The samples of a row at its limits, one for each round. */
export type LimitSamples = Readonly<Record<LimitKind, Sample[]>>;

/** CPU as a multiple of each limit's. */
export type LimitRatios = Readonly<Record<LimitKind, Spread>>;

/** Starts the server with an answer of the service for each row. It has a table of its own. */
export const startLimits = async (answers: readonly HttpAnswer[]): Promise<MeasuredLimits> => {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-limits-"));
  started.defer(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const worker = startWorker<LimitQuestion, LimitServer>("limits/limit-process.ts", {});
  started.use(worker);
  const { url, pid } = await worker.ask({
    tableFile: join(folder, "table.sqlite"),
    answers: answers.map(({ status, headers, text }) => {
      return { status, contentType: text ? String(headers["content-type"]) : null, text };
    }),
  });
  const client = clientOf(url);
  started.defer(client.close);
  const running = started.move();
  return {
    sample: (kind, row, request, durationMs) => {
      const { status, bytes } = certain(answers[row]);
      const problemOf = (answer: HttpAnswer) =>
        differenceOf({ status: answer.status, bytes: answer.bytes }, { status, bytes });
      return sample(client, [pid], {
        requests: [{ ...request, path: `/${kind}/${row}`, problemOf }],
        sent: { count: 0 },
        isUnique: false,
        concurrency: 1,
        durationMs,
      });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

/** Compares the samples of a row with those at its limits, round by round. */
export const ratiosToLimits = (samples: readonly Sample[], limits: LimitSamples): LimitRatios => ({
  bare: timesOf(samples, limits.bare),
  table: timesOf(samples, limits.table),
});
