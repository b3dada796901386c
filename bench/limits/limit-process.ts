import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerQuestions } from "#bench/processes/worker.ts";
import { databaseAccess, tableName } from "#lib/settings/database.ts";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import { signedExchange } from "#lib/store/dynamo/signed-exchange.ts";
import { ensureTable } from "#local/table.ts";

/** What a request to `/bare/ROW` or `/signed/ROW` is answered with. */
export interface LimitAnswer {
  readonly status: number;
  /** Null if there is no body. */
  readonly contentType: string | null;
  readonly text: string;
}

export interface LimitQuestion {
  readonly answers: readonly LimitAnswer[];
}

/** Where the answers are to be had, and the process that gives them. */
export interface LimitServer {
  readonly url: string;
  readonly pid: number;
}

const timeoutMs = 3_000;
const idleMs = 75_000;
/** Other processes may have written to the same table. */
const partition = { S: `WRITTEN by ${process.pid}` };
let written = 0;

/** One request to the engine: a query that finds nothing, or a transaction that writes the request's body. */
const askEngine = ({ method }: IncomingMessage, body: string): Promise<void> => {
  const TableName = tableName();
  if (method === "GET") {
    const values = { ":pk": { S: "NOTHING" }, ":after": { S: "0" } };
    const condition = "pk = :pk AND sk > :after";
    return ask("Query", {
      TableName,
      ConsistentRead: true,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: values,
    });
  }
  const Item = { pk: partition, sk: { S: String(++written) }, body: { S: body } };
  const Put = { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" };
  return ask("TransactWriteItems", { TransactItems: [{ Put }] });
};

/** Signed, as for DynamoDB, though this engine does not check it. */
const ask = async (operation: TableOperation, input: object): Promise<void> => {
  const access = { ...databaseAccess()!, checksSignatures: true };
  const { status, body } = await signedExchange(access, operation, JSON.stringify(input), timeoutMs);
  if (status !== 200) throw new Error(`The engine answered ${operation} with ${status}.`);
  JSON.parse(body);
};

answerQuestions(async ({ answers }: LimitQuestion): Promise<LimitServer> => {
  await ensureTable();
  const server = createServer(async (request, response) => {
    const [, kind, row] = request.url!.split("/");
    const body = await text(request);
    if (kind === "signed") await askEngine(request, body);
    const answer = answers[Number(row)];
    // Of a program that looks for another one, which had this port before.
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
