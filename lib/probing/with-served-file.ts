import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { certain } from "#lib/certain.ts";
import type { FileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { guarded } from "#lib/guarded.ts";
import { logError } from "#lib/log.ts";
import { http } from "#lib/node-http.ts";
import type { ServedFile } from "./run-on-file.ts";

/** One request to the bucket reads so much. */
const blockBytes = 1024 * 1024;

/** Blocks that are kept, because a second program, or the same one, reads them again. */
const keptBlocks = 32;

/**
 * Calls `use` with a loopback address of a stored file; `undefined` if there is no file. Reads are fetched in
 * ranges, so a program that reads the beginning and the end of a video costs some megabytes, not gigabytes.
 * Nobody else can guess the address, which is gone when `use` ends.
 *
 * Throws the store's error if a range could not be fetched, whatever the program made of that; and the reason
 * of `signal` if it aborts before `use` begins.
 */
export const withServedFile = async <Result>(
  files: Pick<Files, "head" | "get">,
  key: FileKey,
  use: (file: ServedFile) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> => {
  const found = await Promise.race([files.head(key), abortOf(signal)]);
  if (!found) return undefined;
  const { sizeBytes } = found;
  const path = `/${randomBytes(16).toString("hex")}`;
  const blockAt = keptBlocksOf(files, key);
  let failure: { readonly error: unknown } | undefined;
  const send = (request: IncomingMessage, response: ServerResponse) => {
    const first = firstByte(request.headers.range, sizeBytes);
    if (request.url !== path || first === undefined)
      return void response.writeHead(first === undefined ? 416 : 404).end();
    response.writeHead(206, {
      "accept-ranges": "bytes",
      "content-length": sizeBytes - first,
      "content-range": `bytes ${first}-${sizeBytes - 1}/${sizeBytes}`,
    });
    sendFrom(response, first, sizeBytes, blockAt).catch((error) => {
      failure ??= { error };
      response.destroy();
    });
  };
  const server = http.createServer(guarded(send));
  server.on("error", logError);
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const result = await use({ url: `http://127.0.0.1:${port}${path}`, sizeBytes });
    if (failure) throw failure.error;
    return result;
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** ffmpeg asks for everything from a byte on, and closes the connection when it has read enough. */
const firstByte = (range: string | undefined, sizeBytes: number): number | undefined => {
  const first = Number(/^bytes=(\d{1,15})-/.exec(range ?? "bytes=0-")?.[1]);
  return first < sizeBytes ? first : undefined;
};

type BlockAt = (index: number) => Promise<Buffer>;

/** Fetches no further block before the program has taken the last one. */
const sendFrom = async (response: ServerResponse, first: number, sizeBytes: number, blockAt: BlockAt) => {
  for (let at = first; at < sizeBytes && !response.closed; ) {
    const block = (await blockAt(Math.floor(at / blockBytes))).subarray(at % blockBytes);
    at += block.length;
    if (!response.write(block)) await Promise.race([once(response, "drain"), once(response, "close")]);
  }
  response.end();
};

const keptBlocksOf = (files: Pick<Files, "get">, key: FileKey): BlockAt => {
  const kept = new Map<number, Promise<Buffer>>();
  const fetchBlock = async (index: number): Promise<Buffer> => {
    const first = index * blockBytes;
    const content = await files.get(key, { first, last: first + blockBytes - 1 });
    const block = content && (await buffer(content.body));
    if (!block?.length) throw new Error(`${key} has no more content from byte ${first}`);
    return block;
  };
  return (index) => {
    const block = kept.get(index) ?? fetchBlock(index);
    // The one that was used last is the last to be dropped.
    kept.delete(index);
    kept.set(index, block);
    const [oldest] = kept.keys();
    if (kept.size > keptBlocks) kept.delete(certain(oldest));
    return block;
  };
};

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener(
      "abort",
      guarded(() => reject(signal.reason)),
      { once: true },
    );
  });
