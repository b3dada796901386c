import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownPost } from "#bench/corpus/known-post.ts";
import type { ServedSite } from "#bench/processes/service.ts";
import { askOnce, startWorker } from "#bench/processes/worker.ts";
import { tell } from "#bench/progress.ts";
import type { Corpus } from "#bench/reading/workload.ts";
import type { Wanted } from "./catalog-process.ts";
import type { Effort } from "./effort.ts";
import type { Publications } from "./publish-process.ts";

/** Something that a new instance does before it answers, or an old one after a while. */
export interface ColdStep {
  readonly name: string;
  readonly effort: Effort;
  /** Milliseconds of CPU; null where nobody has said. */
  readonly budgetMs: number | null;
}

/** How many changes an instance has missed. */
const missedChanges = 1_000;

/** What it takes a new instance to get ready for answers, and an old one to catch up. */
export const measureColdStart = async (
  { size, newestFirst }: Corpus,
  { engine }: ServedSite,
): Promise<readonly ColdStep[]> => {
  tell(`${size} posts: starting instances cold`);
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-cold-"));
  const instance = startWorker<Wanted, Effort>("cold/catalog-process.ts", {
    DYNAMODB_ENDPOINT: engine,
    CATALOG_FILE: join(folder, "catalog.db"),
    FULL_TEXT_FILE: join(folder, "words.db"),
  });
  const step = async (
    name: string,
    wanted: Wanted["wanted"],
    budgetMs: number | null,
  ): Promise<ColdStep> => ({
    name,
    effort: await instance.ask({ wanted }),
    budgetMs,
  });
  try {
    const made = [
      await step("catalog from the table", "catalog", null),
      await step("index of words from the table", "words", null),
    ];
    const changes = await publishAgain(newestFirst.slice(0, missedChanges), engine);
    return [
      ...made,
      await step(`catalog, ${changes} changes later`, "catalog", 200),
      await step(`index of words, ${changes} changes later`, "words", 500),
    ];
  } finally {
    await instance.end();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Publishes posts once more; gives how many. */
const publishAgain = async (posts: readonly KnownPost[], engine: string): Promise<number> => {
  const pageIds = posts.map(({ id }) => id);
  await askOnce<Publications, object>("cold/publish-process.ts", { DYNAMODB_ENDPOINT: engine }, { pageIds });
  return pageIds.length;
};
