import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KnownPost } from "#bench/corpus/known-post.ts";
import { certain } from "#bench/lectern/tools.ts";
import { type ServiceProcess, storedIn } from "#bench/processes/service.ts";
import { askOnce, startWorker } from "#bench/processes/worker.ts";
import { showProgress } from "#bench/progress.ts";
import type { Corpus } from "#bench/reading/workload.ts";
import type { InstanceTask } from "./catalog-process.ts";
import type { Effort } from "./effort.ts";
import { engineWithTable } from "./engine-with-table.ts";
import type { Publications } from "./publish-process.ts";

/** A step before an instance answers. */
export interface ColdStep {
  readonly name: string;
  readonly effort: Effort;
  /** The budget of CPU; null for none. */
  readonly budgetMs: number | null;
}

/** A file that an instance creates or fetches. */
export interface ColdFile {
  readonly name: string;
  readonly bytes: number;
  /** Null if there is no budget. */
  readonly budgetBytes: number | null;
}

export interface ColdStart {
  readonly steps: readonly ColdStep[];
  readonly files: readonly ColdFile[];
}

/** How many changes an old instance has to catch up with. */
const missedChanges = 1_000;

/** Measures how new instances start, and how an old one catches up. */
export const measureColdStart = async (
  { size, newestFirst }: Corpus,
  service: ServiceProcess,
): Promise<ColdStart> => {
  showProgress(`${size} posts: starting instances cold`);
  await using disposal = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-cold-"));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  const { table } = disposal.use(await engineWithTable(certain(service.table.TABLE_FILE)));
  const filesFolder = join(folder, "files");
  const stored = { ...table, ...storedIn(filesFolder) };
  const isLarge = size > 10_000;

  await using plain = newInstance("plain", table, folder);
  const fromTable = [
    await plain.step("catalog from the table", "catalog", null),
    await plain.step("index of words from the table", "words", null),
  ];

  const writer = { ...stored, CATALOG_FILE: join(folder, "writer.db") };
  await askOnce<object, Effort>("cold/snapshot-process.ts", writer, {});
  await using begun = newInstance("begun", stored, folder);
  const fromSnapshot = [
    await begun.step("catalog from a snapshot", "catalog", isLarge ? 600 : 100),
    await begun.step("index of words from a snapshot", "words", isLarge ? 400 : null),
  ];

  const changes = await publishAgain(newestFirst.slice(0, missedChanges), table);
  const caughtUp = [
    await plain.step(`catalog, ${changes} changes later`, "catalog", 200),
    await plain.step(`index of words, ${changes} changes later`, "words", 500),
  ];

  const files: readonly ColdFile[] = [
    { name: "catalog", bytes: await sizeOf(plain.catalogFile), budgetBytes: null },
    {
      name: "snapshot of the catalog",
      bytes: await storedBytes(filesFolder, "catalog"),
      budgetBytes: isLarge ? 30_000_000 : 3_000_000,
    },
    { name: "index of words", bytes: await sizeOf(plain.wordsFile), budgetBytes: null },
    {
      name: "snapshot of the words",
      bytes: await storedBytes(filesFolder, "words"),
      budgetBytes: isLarge ? 40_000_000 : null,
    },
  ];
  return { steps: [...fromTable, ...fromSnapshot, ...caughtUp], files };
};

const newInstance = (name: string, settings: Readonly<Record<string, string>>, folder: string) => {
  const catalogFile = join(folder, `${name}-catalog.db`);
  const wordsFile = join(folder, `${name}-words.db`);
  const worker = startWorker<InstanceTask, Effort>("cold/catalog-process.ts", {
    ...settings,
    CATALOG_FILE: catalogFile,
    FULL_TEXT_FILE: wordsFile,
  });
  const step = async (
    what: string,
    task: InstanceTask["task"],
    budgetMs: number | null,
  ): Promise<ColdStep> => ({
    name: what,
    effort: await worker.ask({ task }),
    budgetMs,
  });
  return { step, catalogFile, wordsFile, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() };
};

const publishAgain = async (
  posts: readonly KnownPost[],
  table: Readonly<Record<string, string>>,
): Promise<number> => {
  const pageIds = posts.map(({ id }) => id);
  await askOnce<Publications, object>("cold/publish-process.ts", table, { pageIds });
  return pageIds.length;
};

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

/** The size of a part of the stored snapshot. */
const storedBytes = async (folder: string, part: "catalog" | "words"): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const file = entries.find((entry) => entry.isFile() && entry.name.startsWith(`${part}-`));
  if (!file) throw new Error(`There is no snapshot of the ${part}.`);
  return sizeOf(join(file.parentPath, file.name));
};
