import { loadedSite } from "#bench/loading/kept-corpus.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import type { RunOptions } from "#bench/result.ts";
import { type ServiceProcess, type SiteOptions, startSite } from "./service.ts";

/** A corpus and a service on a copy of it; disposing of it ends the service and removes the copy. */
export interface ServedCorpus extends AsyncDisposable {
  readonly ids: CorpusIds;
  readonly site: ServiceProcess;
  /** The data directory. */
  readonly data: string;
}

export const serveCorpus = async (
  posts: number,
  run: RunOptions,
  options: SiteOptions = {},
): Promise<ServedCorpus> => {
  showProgress(`${posts} posts: loading`);
  await using started = new AsyncDisposableStack();
  const { data, ids, remove } = await loadedSite(posts, run, options.tree);
  started.defer(remove);
  const site = await startSite(data, options);
  started.defer(site.stop);
  const running = started.move();
  return { ids, site, data, [Symbol.asyncDispose]: () => running.disposeAsync() };
};
