import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOverHttp,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** A request on its way to an engine. */
export interface EngineRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Which attempt a request is: 0 without the SDK, then as the SDK counts. */
export const attemptOf = ({ headers }: Pick<EngineRequest, "headers">): number =>
  Number(/attempt=(\d+)/.exec(String(headers["amz-sdk-request"]))?.[1] ?? 0);

export interface EngineAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request, and all that can be done with it. */
export interface Exchange {
  readonly request: EngineRequest;
  /** Lets the engine answer, by default to the request as it came. */
  readonly forward: (body?: Buffer) => Promise<EngineAnswer>;
  readonly answer: (answer: Partial<EngineAnswer>) => void;
  /** Sends an answer in pieces, so that its reader waits between them. */
  readonly trickle: (answer: EngineAnswer) => Promise<void>;
  /** Sends the head and the first half of an answer. */
  readonly beginAnswer: (answer: EngineAnswer) => Promise<void>;
  readonly breakConnection: () => void;
}

export type Fault = (exchange: Exchange) => Promise<void> | void;

/** Decides by what is asked, and by what it has decided before, never by chance. */
export type Script = (request: EngineRequest) => Fault | undefined;

export interface EngineProxy {
  readonly url: string;
  /** From now on; without one, every request is handed on. */
  follow: (script?: Script) => void;
  close: () => Promise<void>;
}

/** Starts a proxy between handlers and an engine; `target` is asked for each request. */
export const startProxy = async (target: () => string): Promise<EngineProxy> => {
  let script: Script | undefined;
  const server = createServer(async (incoming, response) => {
    const exchange = await exchangeOf(incoming, response, target());
    const fault = script?.(exchange.request) ?? handOn;
    try {
      await fault(exchange);
    } catch {
      response.destroy();
    }
  });
  // An idle connection that is closed just when it is used again would be one more fault than the script has.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow: (next) => {
      script = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

const handOn: Fault = async ({ forward, answer }) => answer(await forward());

const exchangeOf = async (
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
): Promise<Exchange> => {
  const { method = "", url: path = "", headers } = incoming;
  const request = { method, path, headers, body: await buffer(incoming) };
  return {
    request,
    forward: (body) => answerOfEngine(target, { ...request, body: body ?? request.body }),
    answer: ({ status = 200, headers: sent = {}, body = Buffer.of() }) =>
      response.writeHead(status, sent as Record<string, string>).end(body),
    trickle: async ({ status, headers: sent, body }) => {
      response.writeHead(status, sent as Record<string, string>);
      const pieceBytes = Math.ceil(body.length / pieces) || 1;
      for (let start = 0; start < body.length; start += pieceBytes) {
        await new Promise<void>((sentOne) =>
          response.write(body.subarray(start, start + pieceBytes), () => sentOne()),
        );
        await pause(1);
      }
      response.end();
    },
    beginAnswer: ({ status, headers: sent, body }) => {
      response.writeHead(status, { ...(sent as Record<string, string>), "content-length": body.length });
      return new Promise((begun) => response.write(body.subarray(0, body.length / 2), () => begun()));
    },
    breakConnection: () => response.destroy(),
  };
};

/** Of an answer that comes slowly. */
const pieces = 5;

/** Without what is about one connection. The host stays, because it is signed. */
const handedOn = ({ connection, "transfer-encoding": _, ...headers }: IncomingHttpHeaders) => headers;

const answerOfEngine = (target: string, { method, path, headers, body }: EngineRequest) =>
  new Promise<EngineAnswer>((resolve, reject) => {
    const sent = requestOverHttp(
      new URL(target),
      // The engine, too, closes connections that are idle: each request has one of its own.
      { method, path, agent: false, headers: { ...handedOn(headers), "content-length": body.length } },
      (response) => {
        buffer(response).then(
          (content) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: handedOn(response.headers),
              body: content,
            }),
          reject,
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

/** The connection breaks, and the engine has heard nothing. */
export const lostRequest: Fault = ({ breakConnection }) => breakConnection();

/** The engine has done what it was asked, but nobody hears its answer. */
export const lostAnswer: Fault = async ({ forward, breakConnection }) => {
  await forward();
  breakConnection();
};

export const halfAnswer: Fault = async ({ forward, beginAnswer, breakConnection }) => {
  await beginAnswer(await forward());
  breakConnection();
};

/** The whole answer, in pieces. */
export const slowAnswer: Fault = async ({ forward, trickle }) => trickle(await forward());

/** The engine hears nothing, and says nothing. `noticed` is called when waiting makes no sense. */
export const unheard =
  (noticed: () => void): Fault =>
  () =>
    noticed();

/** The engine does what it is asked, and says nothing. */
export const silence =
  (noticed: () => void): Fault =>
  async ({ forward }) => {
    await forward();
    noticed();
  };

/** The same after the first half of the answer. */
export const stalledAnswer =
  (noticed: () => void): Fault =>
  async ({ forward, beginAnswer }) => {
    await beginAnswer(await forward());
    noticed();
  };
