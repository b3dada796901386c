import type { HttpRequest } from "#bench/client.ts";
import { type ServiceProcess, storedIn } from "#bench/processes/service.ts";
import type { Tree } from "#bench/processes/tree.ts";
import { startWorker } from "#bench/processes/worker.ts";
import type { CountedRequest, Counting } from "./count-process.ts";

/** A warm instance that counts what requests ask of DynamoDB; disposing of it ends it. */
export interface Counter extends AsyncDisposable {
  /** Counts the second request; the first one warms the instance up. */
  readonly count: (warmUp: HttpRequest, counted: HttpRequest) => Promise<CountedRequest>;
}

/** Starts a process on the table and files of a service, which answers for the same host. */
export const startCounter = (
  { url, table, filesFolder }: ServiceProcess,
  settings: Readonly<Record<string, string>> = {},
  tree?: Tree,
): Counter => {
  const environment = {
    ...settings,
    ...table,
    CATALOG_FILE: ":memory:",
    ...storedIn(filesFolder),
  };
  const worker = startWorker<Counting, CountedRequest>("counting/count-process.ts", environment, tree);
  const { host } = new URL(url);
  const forHost = (request: HttpRequest) => ({ ...request, headers: { ...request.headers, host } });
  return {
    count: (warmUp, counted) => worker.ask({ warmUp: forHost(warmUp), counted: forHost(counted) }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
};
