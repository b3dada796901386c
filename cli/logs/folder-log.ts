import { type FileHandle, open, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { logFilesIn } from "#local/log-file.ts";
import { PlainError } from "#local/plain-error.ts";
import { type LogLine, passesFilter } from "./log-filter.ts";
import { type LineSource, lineFrom } from "./log-source.ts";

const pollMs = 300;

/** The log that the service of a data directory keeps. The service may run. */
export const folderLog = (data: string | undefined): LineSource =>
  async function* (filter, follow) {
    const { folder, newest, before } = logFilesIn(data);
    let reader = await readerOf(newest);
    if (!reader) throw new PlainError(`There is no log in ${folder}; the service writes it when it runs.`);
    const isWanted = (line: LogLine) => passesFilter(line, filter);
    try {
      const older = await readerOf(before);
      if (older) yield* (await older.unread()).filter(isWanted);
      await older?.close();
      for (;;) {
        const isPutAside = (await inodeOf(newest)) !== reader.inode;
        yield* (await reader.unread()).filter(isWanted);
        if (isPutAside) {
          // All of it is read: nothing is written to a file that was put aside.
          const next: LogReader | undefined = await readerOf(newest);
          if (next) {
            await reader.close();
            reader = next;
            continue;
          }
        }
        if (!follow || follow.aborted) return;
        await pause(pollMs, undefined, { signal: follow }).catch(() => {});
      }
    } finally {
      await reader.close();
    }
  };

interface LogReader {
  readonly inode: bigint;
  /** The whole lines that were written since the last call. */
  readonly unread: () => Promise<readonly LogLine[]>;
  readonly close: () => Promise<void>;
}

const inodeOf = async (path: string): Promise<bigint | undefined> =>
  (await stat(path, { bigint: true }).catch(() => undefined))?.ino;

const readerOf = async (path: string): Promise<LogReader | undefined> => {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return undefined;
  const { ino } = await handle.stat({ bigint: true });
  const unread = unreadLines(handle);
  return { inode: ino, unread, close: () => handle.close() };
};

const unreadLines = (handle: FileHandle) => {
  let at = 0;
  let rest = "";
  return async (): Promise<readonly LogLine[]> => {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, size - at));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    at += bytesRead;
    const texts = (rest + bytes.toString("latin1", 0, bytesRead)).split("\n");
    rest = certain(texts.pop());
    return texts.map((text) => lineFrom(Buffer.from(text, "latin1").toString("utf8")));
  };
};
