import type { IncomingMessage } from "node:http";

/** How long a client may go on sending a body that nobody reads. */
const discardMs = 10_000;

/**
 * The body of a request, `too large` as soon as it passes the limit, or `disconnected` when it never arrives
 * whole.
 *
 * Holds no more of it in memory than the limit.
 */
export const readBody = (
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | "too large" | "disconnected"> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const keep = (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= limitBytes) return chunks.push(chunk);
      chunks.length = 0;
      return resolve("too large");
    };
    request.on("data", keep);
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("close", () => resolve("disconnected"));
  });

/**
 * Lets a client finish sending a body that was refused, so that it gets to read the answer, and keeps none of
 * it. One that is still sending after 10 s is cut off.
 */
export const discardBody = (request: IncomingMessage): void => {
  const timer = setTimeout(() => request.socket.destroy(), discardMs);
  request.on("close", () => clearTimeout(timer));
  request.resume();
};
