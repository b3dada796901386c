import { setTimeout as pause } from "node:timers/promises";
import { clientOf } from "#bench/client.ts";
import { siteManifest } from "#bench/corpus/site.ts";
import { editorRequest } from "#bench/editor-request.ts";
import { environmentVariables, startGateway } from "#bench/lectern/one-machine.ts";
import { applyManifest, noteLostRace } from "#bench/lectern/pages.ts";
import { fallback, routes } from "#bench/lectern/routes.ts";
import { openSqliteTable, useTableStore } from "#bench/lectern/table.ts";
import { askingTable } from "#bench/lectern/tests.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { answerQuestions } from "#bench/processes/worker.ts";
import { conflictingTransactions, type TransactionCounts } from "./conflicting-transactions.ts";

/** So many create a post at the same moment, in one blog. */
export interface Creation {
  readonly creators: number;
  readonly round: number;
  /** How long the table takes for a request. */
  readonly requestMs: number;
}

export interface CreatedAtOnce extends TransactionCounts {
  /** How long each creator took, from the moment at which all began. */
  readonly ms: readonly number[];
  /** A line for each answer that is not 201. */
  readonly problems: readonly string[];
}

const { store } = await openSqliteTable(certain(environmentVariables().TABLE_FILE), { create: true });
useTableStore(askingTable(store));
const { ids } = await applyManifest(siteManifest);
const blog = certain(ids.pages["blog-1"]);

// Lambda runs as many as come; one machine would do one write after the other.
const all = { maxRunning: 1_000 };
const places = { reads: all, writes: all, visits: all, forms: all, calls: all };
const gateway = await startGateway({ routes, fallback, places });
const client = clientOf(gateway.url);

const create = async (title: string) => {
  const body = { parent: { id: blog }, title, overview: [] };
  const { status, text } = await client.send(editorRequest("/api/editor/posts/", body));
  return status === 201 ? [] : [`${title}: ${status} ${text.slice(0, 200)}`];
};

answerQuestions(async ({ creators, round, requestMs }: Creation): Promise<CreatedAtOnce> => {
  // Every instance has lost a race lately, as when many create all the time.
  noteLostRace();
  const table = conflictingTransactions(() => pause(requestMs));
  try {
    const beganMs = clock.monotonicMs();
    const created = await Promise.all(
      Array.from({ length: creators }, async (_, index) => {
        const problems = await create(`Creator ${index} of ${creators}, round ${round}`);
        return { ms: clock.monotonicMs() - beganMs, problems };
      }),
    );
    const problems = created.flatMap((each) => each.problems);
    return { ...table.counts, ms: created.map(({ ms }) => ms), problems };
  } finally {
    table.stop();
  }
});
