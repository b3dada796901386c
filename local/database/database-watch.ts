import { certain } from "#lib/certain.ts";
import { guarded } from "#lib/guarded.ts";
import { log } from "#lib/log.ts";
import { LostDatabase } from "#lib/store/database-files.ts";
import { type DatabaseView, type StoredPages, viewDatabase } from "./database-view.ts";
import { fileState } from "./file-state.ts";
import { type KeptFiles, type Loss, lossSince } from "./loss-since.ts";
import { longLogWords, lossWords } from "./loss-words.ts";

/** The pause between checks of the files while nothing is written. */
const intervalMs = 500;

/**
 * A log longer than this cannot begin again, because somebody reads an old state; usually it begins again
 * after some megabytes.
 */
const longMegabytes = 64;

export interface DatabaseWatch {
  /** Begins to watch the files, which this process has just opened. */
  readonly begin: () => void;
  /** Finds what is wrong with the files now. It takes 15 µs if nothing is. */
  readonly find: () => LostDatabase | undefined;
  /** Finds what is not wrong yet, but may become so. */
  readonly findWarnings: () => readonly string[];
  readonly end: () => void;
}

/**
 * Notices when the files of a database in use are deleted, replaced or cut (decision 111), and says so in the
 * log if it `tells`. SQLite does not: it goes on with what it has open, which is lost when the last process
 * closes it.
 */
export const watchDatabase = (databaseFile: string, { tells = true } = {}): DatabaseWatch => {
  const pids: readonly number[] = [process.pid];
  let view: DatabaseView | undefined;
  let kept: KeptFiles | undefined;
  let lost: { readonly loss: Loss; readonly error: LostDatabase } | undefined;
  /** Its megabytes. */
  let longLog: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const write: typeof log.write = (...line) => {
    if (tells) log.write(...line);
  };

  const look = (): void => {
    if (!kept || lost?.loss.isForGood) return;
    const found = lookAgain(kept, () => view?.read());
    if ("kind" in found) noteLoss(found, kept);
    else noteWhole(found);
  };

  const noteLoss = (loss: Loss, before: KeptFiles): void => {
    if (loss.kind === lost?.loss.kind && loss.file === lost.loss.file) return;
    const { detail, alarm } = lossWords(loss, before, pids);
    lost = { loss, error: new LostDatabase(detail) };
    write("alarm", { alarm });
  };

  const noteWhole = (now: KeptFiles): void => {
    kept = now;
    noteLog(now);
    if (!lost) return;
    lost = undefined;
    write("warning", { warning: `The files of ${databaseFile} are back; writes are taken again.` });
  };

  const noteLog = ({ files: [, file], stored }: KeptFiles): void => {
    const wasLong = longLog !== undefined;
    const megabytes = Math.round(((stored?.log?.pages ?? 0) * (stored?.pageBytes ?? 0)) / 1_000_000);
    longLog = megabytes >= longMegabytes ? megabytes : undefined;
    if (longLog !== undefined && !wasLong) write("alarm", { alarm: longLogWords(file, megabytes, pids) });
    if (longLog === undefined && wasLong)
      write("warning", { warning: `The log of the database, ${file.name}, has been begun anew.` });
  };

  return {
    begin: () => {
      try {
        const opened = viewDatabase(databaseFile);
        const now = keptFiles(databaseFile, opened.read());
        [view, kept] = [opened, now];
      } catch (error) {
        const { message } = error as Error;
        write("warning", { warning: `The files of ${databaseFile} are not watched (${message}).` });
      }
      timer = setInterval(guarded(look), intervalMs).unref();
    },
    find: () => {
      if (!lost && kept && !isUnchanged(kept)) look();
      return lost?.error;
    },
    findWarnings: () =>
      longLog === undefined
        ? []
        : [
            `The log of the database has ${longLog} MB, because another program has been reading it for long. The alarm in the service's log says what to do.`,
          ],
    end: () => {
      clearInterval(timer);
      view?.close();
      [view, kept] = [undefined, undefined];
    },
  };
};

const keptFiles = (databaseFile: string, stored: StoredPages | undefined): KeptFiles => {
  const [database, log, index] = ["", "-wal", "-shm"].map((ending) => {
    const name = databaseFile + ending;
    return { name, ...(fileState(name) ?? nothing) };
  });
  return { files: [certain(database), certain(log), certain(index)], stored };
};

/** Stands for a file that was deleted. */
const nothing = { id: "", bytes: 0 };

/** True if no file has become another or smaller. */
const isUnchanged = ({ files }: KeptFiles): boolean => {
  try {
    return files.every(({ name, id, bytes }) => {
      const now = fileState(name);
      return now?.id === id && now.bytes >= bytes;
    });
  } catch {
    return false;
  }
};

/** Between the steps of a look, others may change the files: what is cut stays cut. */
const lookAgain = (...given: Parameters<typeof lossSince>): Loss | KeptFiles => {
  let found = lossSince(...given);
  for (let turn = 0; turn < 2 && "kind" in found && found.kind === "cut"; turn++) found = lossSince(...given);
  return found;
};
