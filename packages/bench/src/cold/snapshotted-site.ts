import { join } from "node:path";
import { certain } from "#bench/lectern/tools.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { storedIn } from "#bench/processes/service.ts";
import { askOnce } from "#bench/processes/worker.ts";
import type { RunOptions } from "#bench/result.ts";
import type { Effort } from "./effort.ts";
import { engineWithTable } from "./engine-with-table.ts";
import { startSlowStores } from "./slow-stores.ts";

/** A corpus with a snapshot, in stores that answer as late as those of AWS; disposing of it ends them. */
export interface SnapshottedSite extends AsyncDisposable {
  readonly ids: CorpusIds;
  /** For files of processes. */
  readonly folder: string;
  /** The settings of a process that uses the stores. */
  readonly settings: Readonly<Record<string, string>>;
}

export const snapshotCorpus = async (
  posts: number,
  run: RunOptions,
  folder: string,
): Promise<SnapshottedSite> => {
  await using started = new AsyncDisposableStack();
  const { ids, site } = started.use(await serveCorpus(posts, run));
  const { table } = started.use(await engineWithTable(certain(site.table.TABLE_FILE)));
  const writer = {
    ...table,
    ...storedIn(site.filesFolder),
    CATALOG_FILE: join(folder, `writer-${posts}.db`),
  };
  await askOnce<object, Effort>("cold/snapshot-process.ts", writer, {});
  const { settings } = started.use(await startSlowStores(table.DYNAMODB_ENDPOINT, site.filesFolder));
  const running = started.move();
  return { ids, folder, settings, [Symbol.asyncDispose]: () => running.disposeAsync() };
};
