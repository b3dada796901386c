import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { gatewayAnswers, sendLastAnswer } from "./answer.ts";
import type { ClientLimits } from "./limits.ts";

/** A request that is arriving, or whose answer is being sent. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The time that the client has left. */
  leftMs: number;
  movedBytes: number;
}

/** Ends connections of clients that send or read too slowly: each keeps memory, and may keep a place. */
export interface ClientPace {
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends those that are too slow. Call it again and again; in a crowd, clients have less time. */
  readonly check: (isCrowded: boolean) => void;
}

/**
 * A client has `timeoutMs`, which pass while the service waits for it, and gets some back for each byte that
 * moves. So a film may take hours to arrive, and nobody holds a connection by a byte a second. The time that
 * the service itself takes does not count.
 */
export const clientPace = ({
  timeoutMs,
  crowdedTimeoutMs,
  msPerByte,
}: Pick<ClientLimits, "timeoutMs" | "crowdedTimeoutMs" | "msPerByte">): ClientPace => {
  const exchanges = new Set<Exchange>();
  let checkedMs = clock.monotonicMs();
  return {
    watch: (request, response) => {
      const exchange = { request, response, leftMs: timeoutMs, movedBytes: movedBytes(request) };
      exchanges.add(exchange);
      response.once(
        "close",
        guarded(() => exchanges.delete(exchange)),
      );
    },
    check: (isCrowded) => {
      const maxMs = isCrowded ? crowdedTimeoutMs : timeoutMs;
      const nowMs = clock.monotonicMs();
      const passedMs = nowMs - checkedMs;
      checkedMs = nowMs;
      for (const exchange of exchanges) {
        const moved = movedBytes(exchange.request);
        const earnedMs = (moved - exchange.movedBytes) * msPerByte;
        exchange.movedBytes = moved;
        exchange.leftMs = waitsForClient(exchange)
          ? Math.min(maxMs, exchange.leftMs + earnedMs) - passedMs
          : timeoutMs;
        if (exchange.leftMs <= 0) end(exchange);
      }
    },
  };
};

/** Counts bytes both ways; what is written counts when it has left for the network. */
const movedBytes = ({ socket }: IncomingMessage): number =>
  socket.bytesRead + socket.bytesWritten - unsentBytes(socket);

/** The member of a socket that Node's own time limits use, too. It has no public name. */
interface SocketHandle {
  /** Handed over to the system's side of Node. */
  readonly bytesWritten: number;
  /** The bytes that are left. */
  readonly writeQueueSize: number;
}

/**
 * The bytes that are written to a socket and have not left for the network. The socket itself counts a piece
 * until all of it has left, and a large answer is one piece.
 */
export const unsentBytes = (socket: Socket): number => {
  const { _handle: handle } = socket as Socket & { readonly _handle?: SocketHandle | null };
  return handle ? socket.bytesWritten - handle.bytesWritten + handle.writeQueueSize : socket.writableLength;
};

/**
 * True if the client is slow. An unread request, or an answer that is not made yet, is the service's own
 * delay.
 */
const waitsForClient = ({ request, response }: Exchange): boolean =>
  response.writableLength > 0 || (!request.complete && request.readableLength === 0);

const end = ({ request, response }: Exchange): void => {
  if (response.headersSent) request.socket.destroy();
  else sendLastAnswer(request.socket, gatewayAnswers.requestTimeout);
};
