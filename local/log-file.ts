import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keepLog } from "#lib/log.ts";
import { defaultDataDirectory } from "./data-directory.ts";

/** The files with the log of a data directory's service: lines older than both are gone. */
export interface LogFiles {
  readonly folder: string;
  readonly newest: string;
  readonly before: string;
}

export const logFilesIn = (data: string = defaultDataDirectory): LogFiles => {
  const folder = join(resolve(data), "log");
  return { folder, newest: join(folder, "service.log"), before: join(folder, "service.1.log") };
};

export interface LogLimits {
  /** The size at which a file is put aside. */
  readonly fileBytes: number;
  /** The time that lines wait for others, so that a busy service writes five times a second. */
  readonly waitMs: number;
  /** The most characters that wait. If the disk is slower, further lines are lost. */
  readonly waitingLength: number;
}

const usualLimits: LogLimits = { fileBytes: 8 * 1024 * 1024, waitMs: 200, waitingLength: 1024 * 1024 };

/**
 * Keeps every line of this process's log in files, until it is stopped. What cannot be written is lost, as it
 * is when the process is killed: no request waits for its line, and none fails because of it.
 */
export const keepLogIn = (
  data: string,
  { fileBytes, waitMs, waitingLength }: LogLimits = usualLimits,
): { readonly stop: () => Promise<void> } => {
  const files = logFilesIn(data);
  const soon = new AbortController();
  let waiting = "";
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    await pause(waitMs, undefined, { signal: soon.signal }).catch(() => {});
    while (waiting !== "") {
      const text = waiting;
      waiting = "";
      await append(files, text, fileBytes).catch(() => {});
    }
    writing = undefined;
  };
  keepLog((line) => {
    if (waiting.length < waitingLength) waiting += line;
    writing ??= writeAll();
  });
  return {
    stop: async () => {
      keepLog(undefined);
      soon.abort();
      await writing;
    },
  };
};

const append = async (
  { folder, newest, before }: LogFiles,
  text: string,
  fileBytes: number,
): Promise<void> => {
  // The folder around it is not made: if that is gone, another one would prevent its return.
  await mkdir(folder, { mode: 0o700 }).catch(unlessThere);
  const sizeBytes = await stat(newest).then(
    ({ size }) => size,
    () => 0,
  );
  if (sizeBytes >= fileBytes) await rename(newest, before);
  await appendFile(newest, text, { mode: 0o600 });
};

const unlessThere = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EEXIST") throw error;
};
