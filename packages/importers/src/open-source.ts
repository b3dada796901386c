import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { guardedFetch, linesOf, PlainError, UsageError } from "./lectern.ts";
import { withHint } from "./private-hint.ts";

/** The lines of a file on this machine. Throws a {@link UsageError} if it is none. */
export const linesOfFile = async (path: string): Promise<AsyncIterable<string>> => {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${path} is not a file`);
  return linesOf(bounded(createReadStream(path), path));
};

/** The lines of what is at a web address that somebody has typed; what it redirects to must be public. */
export const linesAt = async (address: string, allowPrivate: boolean): Promise<AsyncIterable<string>> => {
  if (!URL.canParse(address)) throw new UsageError(`${address} is not an address`);
  const typed = new URL(address).href;
  const headers = {
    Accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml, */*",
  };
  const mayAsk = ({ href }: URL) => allowPrivate || href === typed;
  const answer = await guardedFetch(typed, { headers }, mayAsk).catch((error: Error) => {
    throw new PlainError(`${address} cannot be reached: ${withHint(error)}`);
  });
  if (!answer.ok || !answer.body) throw new PlainError(`${address} answers ${answer.status}`);
  return linesOf(bounded(answer.body, address));
};

/** All of it is held in memory at once; real feeds and exports are much smaller. */
const maxBytes = 400 * 2 ** 20;

async function* bounded(pieces: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw new PlainError(`${name} has more than ${maxBytes} bytes.`);
    yield piece;
  }
}
