import { connect, type Socket } from "node:net";
import { editorToken } from "#bench/corpus/site.ts";
import { certain } from "#bench/lectern/tools.ts";

/** Clients that take their time; disposing of them ends their connections. */
export interface SlowConnections extends Disposable {
  /** Resolves when all connections are open. */
  readonly allOpen: Promise<void>;
  /** How many connections the service has ended so far. Each is opened again. */
  readonly ended: () => number;
}

const stepMs = 50;

/** How many open in a step: all at once would be a load of another kind. */
const openedPerStep = 15;

const readBytes = 512;

interface Kind {
  /** Sent at once. */
  readonly first: string;
  /** Then sent byte by byte, for as long as the service lets it. */
  readonly slowByte?: string;
}

const host = "Host: localhost\r\n";

const kinds: readonly Kind[] = [
  { first: `GET /api/cms/pages/ HTTP/1.1\r\n${host}X-Slow: `, slowByte: "x" },
  {
    first:
      `POST /api/editor/posts/ HTTP/1.1\r\n${host}Authorization: Bearer ${editorToken}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    slowByte: " ",
  },
  {
    first:
      "GET /api/cms/pages/?type=site.Post&fields=body&limit=20 HTTP/1.1\r\n" +
      `${host}Connection: close\r\n\r\n`,
  },
];

/** A third sends heads byte by byte, a third bodies, and a third reads large answers in small pieces. */
export const openSlowConnections = (url: string, count: number): SlowConnections => {
  const { hostname, port } = new URL(url);
  const sockets: (Socket | undefined)[] = Array.from({ length: count });
  const { promise: allOpen, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  const open = (index: number): void => {
    const socket = connect(Number(port), hostname);
    sockets[index] = socket;
    // With a listener for "readable" the socket is read in pieces, by `read` alone.
    socket.on("readable", () => {});
    socket.on("error", () => {});
    socket.on("end", () => socket.destroy());
    socket.on("close", () => {
      ended++;
      sockets[index] = undefined;
    });
    socket.write(certain(kinds[index % kinds.length]).first);
  };
  const step = (): void => {
    let opened = 0;
    for (const [index, socket] of sockets.entries()) {
      if (socket) {
        const { slowByte } = certain(kinds[index % kinds.length]);
        if (slowByte && socket.writable) socket.write(slowByte);
        socket.read(Math.min(readBytes, socket.readableLength || readBytes));
      } else if (opened++ < openedPerStep) open(index);
    }
    if (opened === 0) resolve();
  };
  const timer = setInterval(step, stepMs);
  return {
    allOpen,
    ended: () => ended,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const socket of sockets) socket?.removeAllListeners("close").destroy();
    },
  };
};
