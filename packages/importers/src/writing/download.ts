import { constants, existsSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { guardedFetch, RefusedAddress } from "#importers/lectern.ts";
import { withHint } from "#importers/private-hint.ts";
import { Hosts, Unreachable } from "./hosts.ts";

export interface DownloadOptions {
  /** Before the second, third … attempt, in milliseconds. */
  readonly waits?: readonly number[];
  /** How long a server may send nothing, and how long it may take to answer at all. */
  readonly silenceMs?: number;
  readonly answerMs?: number;
  /** What earlier files of the run were told by their hosts. */
  readonly hosts?: Hosts;
  /** True if the file may be on this machine or in this network. */
  readonly allowPrivate?: boolean;
}

const usualWaits = [500, 2_000, 8_000];

/** How often a host that cannot be reached is asked again: it is gone more often than it is slow. */
const maxRepeatsUnanswered = 1;

/** More than any episode has; a server that sends without end is left there. */
const maxBytes = 8 * 2 ** 30;

/** A reason that another attempt cannot change. */
class Hopeless extends Error {}

/**
 * Fetches a file. What an attempt that broke off has left beside it, also one of an earlier run, is continued
 * if the server says that the file is still the same. Throws an error with a sentence for people.
 */
export const download = async (
  address: string,
  target: string,
  {
    waits = usualWaits,
    silenceMs = 60_000,
    answerMs = 15_000,
    hosts = new Hosts(),
    allowPrivate = false,
  }: DownloadOptions = {},
): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const part = join(dirname(target), `.${basename(target)}.part`);
  const { host } = new URL(address);
  await hosts.reach(host, async (hasAnswered) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptTo(address, part, { silenceMs, answerMs, hosts, allowPrivate, hasAnswered });
      } catch (error) {
        const pause = waits[attempt];
        const isHopeless = error instanceof Hopeless || error instanceof RefusedAddress;
        const isGone = error instanceof Unreachable && attempt >= maxRepeatsUnanswered;
        if (isHopeless || isGone || pause === undefined) {
          if (!existsSync(`${part}.version`)) await rm(part, { force: true });
          throw error instanceof Unreachable ? error : new Error(withHint(error as Error));
        }
        await wait(pause);
      }
    }
  });
  await rename(part, target);
  await rm(`${part}.version`, { force: true });
};

interface AttemptOptions extends Required<Omit<DownloadOptions, "waits">> {
  readonly hasAnswered: () => void;
}

const attemptTo = async (
  address: string,
  part: string,
  { silenceMs, answerMs, hosts, allowPrivate, hasAnswered }: AttemptOptions,
): Promise<void> => {
  const version = await readFile(`${part}.version`, "utf8").catch(() => "");
  await using file = await openPart(part, version !== "");
  let { size } = await file.stat();
  const silence = new AbortController();
  const listen = (waitMs: number) =>
    setTimeout(() => silence.abort(new Error("The server fell silent")), waitMs);
  let timer = listen(answerMs);
  /** The version of a file that began again. It is only kept for files that do not come at once. */
  let newVersion: string | undefined;
  try {
    const headersToSend = {
      "Accept-Encoding": "identity",
      ...(size > 0 && { Range: `bytes=${size}-`, "If-Range": version }),
    };
    const answer = await answerOf(address, { signal: silence.signal, headers: headersToSend }, (url) => {
      hosts.requireThere(url.host);
      return allowPrivate;
    });
    hasAnswered();
    clearTimeout(timer);
    timer = listen(silenceMs);
    const { status, headers, body } = answer;
    if (status === 416) {
      await restart(file, part);
      throw new Error("The server has less of the file than before");
    }
    if (!answer.ok || !body) {
      await body?.cancel();
      const message = `The server answers ${status}`;
      throw status === 429 || status >= 500 ? new Error(message) : new Hopeless(message);
    }
    const begin = Number(/^bytes (\d+)-/.exec(headers.get("content-range") ?? "")?.[1]);
    if (status !== 206 || begin !== size) {
      size = 0;
      await file.truncate(0);
      if (status === 206) throw new Error("The server sends another part than it was asked for");
      await rm(`${part}.version`, { force: true });
      newVersion = versionOf(headers);
    }
    const isEncoded = (headers.get("content-encoding") ?? "identity") !== "identity";
    const length = headers.get("content-length");
    const expected = length === null || isEncoded ? undefined : size + Number(length);
    if (expected !== undefined && expected > maxBytes) throw new Hopeless(`The file has ${expected} bytes`);
    for await (const chunk of body) {
      clearTimeout(timer);
      timer = listen(silenceMs);
      await file.write(chunk, 0, chunk.length, size);
      size += chunk.length;
      if (newVersion && size !== expected) {
        await writeFile(`${part}.version`, newVersion);
        newVersion = undefined;
      }
      if (size > maxBytes) throw new Hopeless(`The file has more than ${maxBytes} bytes`);
    }
    if (expected !== undefined && size !== expected)
      throw new Error(`The server sent ${size} of ${expected} bytes`);
    // Smaller ones that a power failure has emptied are fetched again.
    if (size > 1_000_000) await file.sync();
  } finally {
    clearTimeout(timer);
  }
};

/** Codes of errors that come before any answer, whatever file is asked for. */
const unreachable =
  /^(?:ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)(?:UNREACH|DOWN)|ECONNREFUSED|ETIMEDOUT|EADDRNOTAVAIL|EPROTO|.*CERT.*)$/;

/** The answer to a request. Throws {@link Unreachable} with the host that gives none. */
const answerOf = async (
  address: string,
  init: Parameters<typeof guardedFetch>[1],
  mayAsk: (url: URL) => boolean,
): Promise<Response> => {
  let { host } = new URL(address);
  try {
    return await guardedFetch(address, init, (url) => {
      host = url.host;
      return mayAsk(url);
    });
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (unreachable.test(code) || init.signal?.aborted) throw new Unreachable(host, message);
    throw error;
  }
};

const openPart = async (part: string, isKept: boolean): Promise<FileHandle> => {
  // Without a version, nobody can say whether the rest would fit.
  if (!isKept) await rm(part, { force: true });
  return open(part, constants.O_RDWR | constants.O_CREAT);
};

const restart = async (file: FileHandle, part: string): Promise<void> => {
  await file.truncate(0);
  await rm(`${part}.version`, { force: true });
};

/** What `If-Range` takes: a strong ETag, else the time of the last change. */
const versionOf = (headers: Headers): string => {
  const tag = headers.get("etag");
  return tag && !tag.startsWith("W/") ? tag : (headers.get("last-modified") ?? "");
};
