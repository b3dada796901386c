import type { IncomingMessage } from "node:http";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";

/** The time for which a client may send a body that is not read. */
const discardMs = 10_000;

/** Reads a body into memory, unless it is `too large` or the sender is `disconnected`. */
export const readBody = (
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | "too large" | "disconnected"> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const keep = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) return chunks.push(chunk);
      chunks.length = 0;
      return resolve("too large");
    };
    request.on("data", guarded(keep, reject));
    request.on(
      "end",
      guarded(() => resolve(Buffer.concat(chunks)), reject),
    );
    request.on(
      "close",
      guarded(() => resolve("disconnected"), reject),
    );
  });

/** Lets a client finish sending a refused body, so that it can read the answer, within 10 s. */
export const discardBody = (request: IncomingMessage): void => {
  const stopClock = clock.after(
    discardMs,
    guarded(() => request.socket.destroy()),
  );
  request.on("close", guarded(stopClock));
  request.resume();
};
