import { setTimeout as pause } from "node:timers/promises";
import { clientOf, type HttpClient, type HttpRequest } from "#bench/client.ts";
import { editorRequest } from "#bench/editor-request.ts";
import { certain } from "#bench/lectern/tools.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Measurement } from "#bench/result.ts";
import type { LoadAnswers } from "./load-row.ts";
import { msCell, part, sortedNumbers } from "./load-table.ts";

/** How many save at once; so many have to be answered without `busy`. */
const counts: readonly number[] = [8, 64, 256, 1_024];
const neverRefused = 64;

/** Nine reads in ten take at most so many times as long as without savers. */
const readBudget = 5;

/** Who reads lists meanwhile. */
const readers = 8;

/** The answers to clients who save at the same moment, round after round. The first have nobody who saves. */
export interface Savers {
  readonly count: number;
  readonly saves: LoadAnswers;
  readonly reads: LoadAnswers;
}

/** How long the readers are alone, after as long in which they warm the service up. */
const aloneMs = 2_000;

/** How often each number of savers saves at once. */
const rounds = 20;

/** Many who save at the same moment, beside readers. */
export const measureSavers: Measurement = async function* (run) {
  for (const posts of run.posts) {
    await using served = await serveCorpus(posts, run);
    const site: SavedSite = { url: served.site.url, blog: certain(served.ids.blogs[0]) };
    const measured: Savers[] = [];
    for (const count of [0, ...counts]) {
      showProgress(`${posts} posts: ${count} savers`);
      measured.push(await saveAtOnce(count, site));
    }
    yield {
      tables: [saversTable(posts, measured)],
      data: { posts, measured },
      failures: saversFailures(measured),
    };
  }
};

interface SavedSite {
  readonly url: string;
  /** The id of the blog in which posts are created. */
  readonly blog: number;
}

/** Has so many clients create a post at the same moment. A round begins when all have been answered. */
const saveAtOnce = async (count: number, { url, blog }: SavedSite): Promise<Savers> => {
  using disposal = new DisposableStack();
  const client = clientOf(url);
  disposal.defer(client.close);
  const saves = noAnswers();
  const reads = noAnswers();
  const save = async (index: number, round: number): Promise<void> => {
    const title = `Saver ${index} of ${count}, round ${round}`;
    const overview = [{ type: "paragraph", value: "<p>Everybody at once.</p>" }];
    await send(client, saves, editorRequest("/api/editor/posts/", { parent: { id: blog }, title, overview }));
  };
  let isSaving = true;
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; isSaving; turn++)
      await send(client, reads, { path: `/api/cms/pages/?type=site.Post&limit=20&_=${reader}.${turn}` });
  };
  // What the first requests load is no part of it.
  await Promise.all(Array.from({ length: Math.min(count, readers) }, (_, index) => save(index, 0)));
  saves.served.length = 0;
  const reading = Array.from({ length: readers }, (_, reader) => read(reader));
  if (count === 0) {
    await pause(aloneMs);
    reads.served.length = 0;
    await pause(aloneMs);
  }
  for (let round = 1; round <= rounds; round++)
    await Promise.all(Array.from({ length: count }, (_, index) => save(index, round)));
  isSaving = false;
  await Promise.all(reading);
  return { count, saves, reads };
};

const noAnswers = (): LoadAnswers => ({ served: [], refused: [], problems: [] });

const send = async (
  client: HttpClient,
  { served, refused, problems }: LoadAnswers,
  request: HttpRequest,
): Promise<void> => {
  const { status, ms, text } = await client.send(request);
  if (status < 300) served.push(ms);
  else if (status === 503) refused.push(ms);
  else problems.push(`${request.path}: ${status} ${text.slice(0, 200)}`);
};

const saversTable = (posts: number, measured: readonly Savers[]): Table => {
  const alone = sortedNumbers(certain(measured[0]).reads.served);
  return {
    title: `Savers at once at ${grouped(posts)} posts`,
    columns: [
      "savers",
      "answered",
      "p50 ms",
      "p99 ms",
      "refused",
      "p99 ms",
      "reads",
      "p50 ms",
      "p99 ms",
      "× alone",
      "refused",
      "else",
    ],
    rows: measured.map(({ count, saves, reads }) => {
      const [savedMs, refusedMs, readMs] = [saves.served, saves.refused, reads.served].map(sortedNumbers);
      return [
        grouped(count),
        grouped(saves.served.length),
        msCell(certain(savedMs), 0.5),
        msCell(certain(savedMs), 0.99),
        grouped(saves.refused.length),
        msCell(certain(refusedMs), 0.99),
        grouped(reads.served.length),
        msCell(certain(readMs), 0.5),
        msCell(certain(readMs), 0.99),
        (part(certain(readMs), 0.9) / part(alone, 0.9)).toFixed(1),
        grouped(reads.refused.length),
        grouped(saves.problems.length + reads.problems.length),
      ];
    }),
    notes: [
      `${rounds} rounds each, while ${readers} clients read lists. Refused: 503 with Retry-After.`,
      "× alone: the time in which nine reads in ten are answered, as a multiple of that without savers.",
    ],
  };
};

export const saversFailures = (measured: readonly Savers[]): readonly string[] =>
  measured.flatMap(({ count, saves, reads }) => [
    ...[...saves.problems, ...reads.problems].map((problem) => `${count} savers: ${problem}`),
    ...(isSlow(reads, certain(measured[0]).reads)
      ? [`${count} savers: reads take more than ${readBudget} times as long.`]
      : []),
    ...(count <= neverRefused && saves.refused.length > 0
      ? [`${count} savers: ${saves.refused.length} were refused.`]
      : []),
  ]);

const isSlow = (reads: LoadAnswers, alone: LoadAnswers): boolean =>
  part(sortedNumbers(reads.served), 0.9) > readBudget * part(sortedNumbers(alone.served), 0.9);
