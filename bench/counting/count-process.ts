import { clientOf, type HttpAnswer, type HttpRequest } from "#bench/client.ts";
import { answerQuestions } from "#bench/processes/worker.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { useTableStore } from "#lib/store/table-store.ts";
import { environmentVariables } from "#local/environment.ts";
import { startGateway } from "#local/gateway.ts";
import { askingTable } from "#test/support/asking-table.ts";
import { type Cost, costOf } from "#test/support/metering.ts";

/** A request that warms the instance up, and the one to count. */
export interface Counting {
  readonly warmUp: HttpRequest;
  readonly counted: HttpRequest;
}

export interface CountedRequest extends Cost {
  readonly answer: HttpAnswer;
}

const { store } = await openSqliteTable(environmentVariables().TABLE_FILE!);
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
