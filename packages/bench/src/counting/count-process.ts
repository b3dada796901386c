import { clientOf, type HttpAnswer, type HttpRequest } from "#bench/client.ts";
import { openFiles } from "#bench/lectern/files.ts";
import { environmentVariables, startGateway } from "#bench/lectern/one-machine.ts";
import { fallback, routes } from "#bench/lectern/routes.ts";
import { openSqliteTable, useTableStore } from "#bench/lectern/table.ts";
import { askingTable, type Cost, costOf } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

/** A request that warms the instance up, and the one to count. */
export interface Counting {
  readonly warmUp: HttpRequest;
  readonly counted: HttpRequest;
}

export interface CountedRequest extends Cost {
  readonly answer: HttpAnswer;
}

const { store } = await openSqliteTable(certain(environmentVariables().TABLE_FILE));
useTableStore(askingTable(store));
const gateway = await startGateway({ routes, fallback, feeds: await openFiles() });
const client = clientOf(gateway.url);

answerQuestions(async ({ warmUp, counted }: Counting): Promise<CountedRequest> => {
  await client.sendUntilReady(warmUp);
  let answer!: HttpAnswer;
  const cost = await costOf(async () => {
    answer = await client.send(counted);
  });
  return { ...cost, answer };
});
