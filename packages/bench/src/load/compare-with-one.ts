import { clientOf } from "#bench/client.ts";
import { certain } from "#bench/lectern/tools.ts";
import { showProgress } from "#bench/progress.ts";
import type { LoadKind } from "./kinds.ts";
import type { LoadAnswers, LoadRow } from "./load-row.ts";
import { loadTable } from "./load-table.ts";
import { sendTraffic, together } from "./send-traffic.ts";

const connections = 200;
/** In which the connections open; short runs, of tests, do not wait for it. */
const longestRampMs = 2_000;

/** Each kind of request from one connection, then all kinds from 200 connections at once. */
export const compareWithOne = async (
  posts: number,
  url: string,
  kinds: readonly LoadKind[],
  durationMs: number,
) => {
  using disposal = new DisposableStack();
  const client = clientOf(url);
  disposal.defer(client.close);
  showProgress(`${posts} posts: one connection`);
  const alone = new Map<LoadKind, LoadAnswers>();
  const one = { connections: 1, rampMs: 0, durationMs: durationMs / 2 };
  for (const kind of kinds) alone.set(kind, together(await sendTraffic(client, [kind], one)));
  showProgress(`${posts} posts: ${connections} connections`);
  const crowd = { connections, rampMs: Math.min(longestRampMs, durationMs), durationMs: 2 * durationMs };
  const crowded = await sendTraffic(client, kinds, crowd);
  const rows = kinds.map(
    (kind): LoadRow => ({
      name: kind.name,
      alone: certain(alone.get(kind)),
      crowded: certain(crowded.get(kind)),
    }),
  );
  const failures = rows.flatMap(({ name, alone, crowded }) => [
    ...alone.problems.map((problem) => `alone: ${problem}`),
    ...alone.refused.map(() => `${name}: refused although nobody else asked`),
    ...crowded.problems.map((problem) => `${name}: ${problem}`),
  ]);
  return { table: loadTable(posts, connections, rows), rows, failures };
};
