import { clientOf } from "#bench/client.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { loadedSite } from "#bench/loading/kept-corpus.ts";
import { type ServiceProcess, startSite } from "#bench/processes/service.ts";
import { type Tree, thisTree } from "#bench/processes/tree.ts";
import { showProgress } from "#bench/progress.ts";
import { restingMb } from "#bench/reading/measure-memory.ts";
import { type Spread, spreadOf } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";

/** What a service takes to start, and what it holds then. */
export interface StartFigures {
  readonly firstAnswerMs: Spread;
  readonly processes: number;
  /** The memory of all its processes at rest. */
  readonly startedMb: number;
}

/** How many starts are measured, after one that makes the catalog; a short run has two. */
const usualStarts = 5;

/** Starts the services of both trees in turns, each on a corpus that it has loaded. */
export const compareStarts = async (
  posts: number,
  before: Tree,
  run: RunOptions,
): Promise<Readonly<Record<"before" | "now", StartFigures>>> => {
  await using disposal = new AsyncDisposableStack();
  const folderOf = async (tree: Tree) => {
    const { data, remove } = await loadedSite(posts, run, tree);
    disposal.defer(remove);
    return { tree, data, firstAnswerMs: [] as number[] };
  };
  const sides = [await folderOf(before), await folderOf(thisTree)] as const;
  const starts = run.seconds < 1 ? 2 : usualStarts;
  for (let start = 0; start <= starts; start++) {
    showProgress(`${posts} posts: start ${start} of ${starts}`);
    for (const { tree, data, firstAnswerMs } of start % 2 ? sides : sides.toReversed()) {
      const { site, ms } = await startUntilAnswer(data, tree);
      await site.stop();
      if (start > 0) firstAnswerMs.push(ms);
    }
  }
  const [figuresBefore, figuresNow] = await Promise.all(
    sides.map(async ({ tree, data, firstAnswerMs }): Promise<StartFigures> => {
      const { site } = await startUntilAnswer(data, tree);
      disposal.defer(site.stop);
      const startedMb = await restingMb(site, run);
      return { firstAnswerMs: spreadOf(firstAnswerMs), processes: site.pids.length, startedMb };
    }),
  );
  return { before: certain(figuresBefore), now: certain(figuresNow) };
};

const startUntilAnswer = async (
  data: string,
  tree: Tree,
): Promise<{ readonly site: ServiceProcess; readonly ms: number }> => {
  const beganMs = clock.monotonicMs();
  const site = await startSite(data, { tree });
  using disposal = new DisposableStack();
  const client = clientOf(site.url);
  disposal.defer(client.close);
  await client.sendUntilReady({ path: "/api/cms/pages/?type=site.Post&limit=20" });
  return { site, ms: clock.monotonicMs() - beganMs };
};
