import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server in the place of DynamoDB, which knows what it was asked. */
export interface StandIn extends AsyncDisposable {
  readonly endpoint: string;
  readonly requests: readonly IncomingMessage[];
  /** The operations that it was asked for. */
  readonly operations: () => readonly string[];
}

export const startStandIn = async (answer: RequestListener): Promise<StandIn> => {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    operations: () => requests.map(({ headers }) => String(headers["x-amz-target"]).replace(/.*\./, "")),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

/** Answers each request like this. */
export const saying =
  (status: number, text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/x-amz-json-1.0" }).end(text);

/** Says the length of an answer and ends in the middle. */
export const cutOff: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-length": "100" }).write('{"Items":[]}', () => response.destroy());
};

/** An error as DynamoDB writes it. */
export const dynamoError = (name: string): string =>
  `{"__type":"com.amazonaws.dynamodb.v20120810#${name}","message":"no"}`;
