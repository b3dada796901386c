import { PlainError } from "#bench/lectern/tools.ts";
import { type Tree, thisTree, treeName } from "#bench/processes/tree.ts";
import { restingMb } from "#bench/reading/measure-memory.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import { compareRequests } from "./compare-requests.ts";
import { compareStarts } from "./compare-starts.ts";
import { comparisonTable, startTable } from "./comparison-table.ts";
import { openSide } from "./side.ts";

/**
 * Comparison: the services of another checkout, "before", and of this one, "now". They are measured in turns,
 * so that a slow minute of the machine affects both.
 */
export const measureComparison: Measurement = async function* (run) {
  const { against } = run;
  if (against === undefined)
    throw new PlainError("A comparison needs --against and the folder of a checkout.");
  const nameBefore = await treeName(against);
  for (const posts of run.posts) yield await compareCorpus(posts, against, nameBefore, run);
};

const compareCorpus = async (
  posts: number,
  against: Tree,
  nameBefore: string,
  run: RunOptions,
): Promise<BenchResult> => {
  const starts = await compareStarts(posts, against, run);
  await using before = await openSide(against, posts, run);
  await using now = await openSide(thisTree, posts, run);
  const reads = await compareRequests(run, "reads", before, now);
  // Afterwards, because they change what lists show.
  const writes = await compareRequests(run, "writes", before, now);
  const rows = [...writes, ...reads];
  const [beforeMb, nowMb] = [await restingMb(before.site, run), await restingMb(now.site, run)];
  const resting = { before: beforeMb, now: nowMb };
  return {
    tables: [comparisonTable(posts, nameBefore, rows), startTable(posts, starts, resting)],
    data: { posts, before: nameBefore, rows, starts, restingMb: resting },
    failures: rows.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
  };
};
