import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isNew, openSqliteTable, type TableStore } from "#bench/lectern/table.ts";
import { certain } from "#bench/lectern/tools.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

/** What a request to `/bare/ROW` or `/table/ROW` is answered with. */
export interface LimitAnswer {
  readonly status: number;
  /** Null if there is no body. */
  readonly contentType: string | null;
  readonly text: string;
}

export interface LimitQuestion {
  readonly answers: readonly LimitAnswer[];
  /** Made by this process. */
  readonly tableFile: string;
}

/** Where the answers are to be had, and the process that gives them. */
export interface LimitServer {
  readonly url: string;
  readonly pid: number;
}

const idleMs = 75_000;
let written = 0;

/** A query that finds nothing, or a transaction that stores the request's body and waits for the disk. */
const askTable = async (table: TableStore, { method }: IncomingMessage, body: string): Promise<void> => {
  if (method === "GET") for await (const _ of table.query({ pk: "NOTHING", after: "0" }));
  else await table.transact([{ put: { pk: "WRITTEN", sk: String(++written), body }, if: isNew }]);
};

answerQuestions(async ({ answers, tableFile }: LimitQuestion): Promise<LimitServer> => {
  const { store } = await openSqliteTable(tableFile, { create: true });
  const server = createServer(async (request, response) => {
    const [, kind, row] = certain(request.url).split("/");
    const body = await text(request);
    if (kind === "table") await askTable(store, request, body);
    const answer = answers[Number(row)];
    // Some program may look for another one that had this port before.
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(answer.status, {
      "content-length": Buffer.byteLength(answer.text),
      ...(answer.contentType && { "content-type": answer.contentType }),
    });
    response.end(answer.text);
  });
  // While writes are prepared, nothing is asked; Node would close the connection after five seconds.
  server.keepAliveTimeout = idleMs;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, pid: process.pid };
});
