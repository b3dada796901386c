import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { percentDecoded } from "#cli/percent-decoded.ts";
import type { Connection } from "#cli/publish/client.ts";
import { fetchOfService } from "#cli/publish/fetch-of-service.ts";
import { openSource } from "#cli/upload/source.ts";
import { partsChecksum } from "#client/upload.ts";
import { PlainError } from "#local/plain-error.ts";

/** A file that the service has. */
export interface RemoteFile {
  readonly address: string;
  /** The checksum that tells whether a file here is the same; null if the service does not have it. */
  readonly sha256: string | null;
}

/** Writes files of media, and counts them. */
export class MediaFiles {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  /** The paths of addresses, by the files here. */
  readonly #pathnames = new Map<string, string>();
  /** The number of files that were fetched; others existed. */
  written = 0;

  constructor(service: Omit<Connection, "token">) {
    this.#url = service.url.replace(/\/*$/, "/");
    this.#fetch = fetchOfService(service);
  }

  /** Fetches a file unless it is there. Half a file never has its name. */
  async fetch({ address, sha256 }: RemoteFile, path: string): Promise<void> {
    if (this.#pathnames.has(path)) return;
    const from = new URL(address, this.#url);
    this.#pathnames.set(path, from.pathname);
    if (sha256 !== null && (await checksumOfFile(path)) === sha256) return;
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.part`;
    try {
      const answer = await this.#fetch(from).catch((error: Error) => {
        throw new PlainError(`${from} cannot be fetched (${error.message}); run the command again.`);
      });
      if (
        sha256 === null &&
        answer.ok &&
        (await sizeOf(path)) === Number(answer.headers.get("content-length"))
      ) {
        await answer.body?.cancel();
        return;
      }
      if (!answer.ok || !answer.body)
        throw new PlainError(`${from} cannot be fetched (status ${answer.status}); run the command again.`);
      await pipeline(answer.body, createWriteStream(part));
      if (sha256 !== null && (await checksumOfFile(part)) !== sha256)
        throw new PlainError(`${from} has another checksum than the service says; run the command again.`);
      await rename(part, path);
      this.written++;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** The path of the file that the store has under a key, which its address ends with. */
  fileOf(key: string): string | undefined {
    return [...this.#pathnames].find(([, pathname]) => pathname.endsWith(`/${key}`))?.[0];
  }
}

const sizeOf = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.size;

/** The checksum of a file; undefined if there is none. */
export const checksumOfFile = async (file: string): Promise<string | undefined> => {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const { size: sizeBytes, mtimeMs: modifiedMs } = found;
  const name = basename(file);
  await using open = await openSource({ file, sizeBytes, modifiedMs });
  const read = (start: number, end: number) => open.read(Buffer.alloc(end - start), start);
  return partsChecksum({ name, sizeBytes, read });
};

/** The name of a file of media: its own, after the id of its object. Names of the service may be anything. */
export const mediaFileName = (id: number, address: string): string => {
  const own = basename(new URL(address, "http://localhost/").pathname);
  return `media/${id}-${percentDecoded(own)
    .replace(/[^\w.-]+/g, "-")
    .slice(-100)}`;
};
