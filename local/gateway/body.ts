import type { IncomingMessage } from "node:http";

/** How long a client may send a body that is not read. */
const discardMs = 10_000;

/** Reads a body into memory, unless it is `too large` or the sender is `disconnected`. */
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

/** Lets a client finish sending a refused body, so that it can read the answer, within 10 s. */
export const discardBody = (request: IncomingMessage): void => {
  const timer = setTimeout(() => request.socket.destroy(), discardMs);
  request.on("close", () => clearTimeout(timer));
  request.resume();
};
