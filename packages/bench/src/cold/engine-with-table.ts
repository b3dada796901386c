import { startDynoxide } from "#bench/lectern/tests.ts";
import { askOnce } from "#bench/processes/worker.ts";
import type { TableCopy } from "./copy-process.ts";

/** An engine that speaks the protocol of DynamoDB; disposing of it ends it. */
export interface EngineWithTable extends AsyncDisposable {
  /** Settings of a process that uses it. */
  readonly table: { readonly DYNAMODB_ENDPOINT: string };
}

/** Starts an engine in memory with a copy of the table of a service, for what instances on AWS do. */
export const engineWithTable = async (tableFile: string): Promise<EngineWithTable> => {
  await using started = new AsyncDisposableStack();
  const { endpoint, stop } = await startDynoxide();
  started.defer(stop);
  const table = { DYNAMODB_ENDPOINT: endpoint };
  await askOnce<TableCopy, object>("cold/copy-process.ts", table, { tableFile });
  const running = started.move();
  return { table, [Symbol.asyncDispose]: () => running.disposeAsync() };
};
