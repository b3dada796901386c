import { clientOf } from "#bench/client.ts";
import { type Counter, startCounter } from "#bench/counting/counter.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import type { ServiceProcess } from "#bench/processes/service.ts";
import type { Tree } from "#bench/processes/tree.ts";
import type { RunOptions } from "#bench/result.ts";
import { type ComparedRequests, comparedRequests } from "./compared-requests.ts";

/** The service of a tree, on a corpus that the tree has loaded; disposing of it ends it. */
export interface Side extends AsyncDisposable {
  readonly site: ServiceProcess;
  readonly reads: readonly ComparedRequests[];
  readonly writes: readonly ComparedRequests[];
  readonly counter: Counter;
}

export const openSide = async (tree: Tree, posts: number, run: RunOptions): Promise<Side> => {
  await using opened = new AsyncDisposableStack();
  const served = opened.use(await serveCorpus(posts, run, { tree }));
  const { site } = served;
  const client = clientOf(site.url);
  opened.defer(client.close);
  const requests = await comparedRequests(posts, served, client);
  const counter = opened.use(startCounter(site, {}, tree));
  const open = opened.move();
  return { site, ...requests, counter, [Symbol.asyncDispose]: () => open.disposeAsync() };
};
