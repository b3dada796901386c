// Proves contract rules: unavailable, storage-full, idempotency-replays.

import { beforeAll, beforeEach, expect, test } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { routes } from "#lib/routes/table.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useTable } from "#test/support/table.ts";
import { type Between, type Outage, useFaultyScenario } from "./faulty-scenario.ts";
import {
  betweenTableFile,
  damaged,
  fullAtChange,
  fullAtCommit,
  letStatementsFail,
  locked,
  refusedChange,
  refusedCommit,
  refusedRead,
  silentDisk,
  type TableFileFault,
} from "./table-file-faults.ts";

// Every route is asked again while each of its writes fails in turn, which takes a quarter of a minute. It
// does so in a file also where other tests use an engine.
delete process.env.DYNAMODB_ENDPOINT;

let between: Between<string, TableFileFault>;

useTable();
const files = useServedFiles();

beforeAll(async () => {
  between = await betweenTableFile();
});

const { recovers, timeIsUp } = useFaultyScenario({
  between: () => between,
  operationOf: (operation: string) => operation,
  fileKeys: files.keys,
  removeFile: (key) => files.store.delete(fileKey(key)),
});

beforeEach(letStatementsFail);

const isWrite = (operation: string): boolean => /^(TransactWrite|Put|Update|Delete)/.test(operation);

/** From each write of a request on. */
const begins: Outage<TableFileFault>["begins"] = (operations) =>
  [...operations.keys()].filter((moment) => isWrite(operations[moment]!));

/** The same, and from one more moment, which for requests that only read is the only one. */
const beginsAnywhere: Outage<TableFileFault>["begins"] = (operations, route, call) => [
  ...new Set([...begins(operations, route, call), call % operations.length]),
];

const outages: readonly [string, Outage<TableFileFault>][] = [
  ["another program keeps its file locked", { begins, fault: () => locked }],
  ["its disk is full", { begins, fault: (count) => [fullAtChange, fullAtCommit][count % 2]!, refusal: 507 }],
  [
    "its disk fails",
    {
      begins: beginsAnywhere,
      fault: (count) => [refusedRead, refusedChange, refusedCommit][count % 3]!,
    },
  ],
  ["its file is damaged", { begins: beginsAnywhere, fault: () => damaged }],
  ["its disk has what is written, and does not say so", { begins, fault: () => silentDisk(timeIsUp) }],
];

test.each(outages)(
  "while the table cannot be used, because %s, every route refuses; a repetition does the work",
  async (_, outage) => {
    const refused = await recovers(outage);
    expect(routes.filter(({ id, takesKeys }) => takesKeys && !refused.has(id)).map(({ id }) => id)).toEqual(
      [],
    );
  },
);
