import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type MakeSnapshot, readSnapshotState } from "#lib/catalog/snapshots/snapshot-state.ts";
import { formOfWords } from "#lib/catalog/words/word-index.ts";
import { certain } from "#lib/certain.ts";
import { withTemporaryFolder } from "#lib/files/temporary-folder.ts";
import { guarded } from "#lib/guarded.ts";
import { log } from "#lib/log.ts";
import { countDrawnObjects } from "#lib/store/changes.ts";
import { environmentVariables } from "./environment.ts";
import type { SnapshotReport } from "./snapshot-process.ts";

export interface Snapshots {
  readonly make: MakeSnapshot;
  /** Ends the process, if one runs, and begins none any more. */
  readonly stop: () => Promise<void>;
}

export interface SnapshotsOptions {
  /** The file that the process runs. */
  readonly program?: string;
  /** Below so many pages and media, a snapshot takes less time here than to start a process. */
  readonly fewest?: number;
}

/** Makes snapshots in a process of their own, one at a time, whose memory is free again afterwards. */
export const snapshotsByProcess = ({
  program = join(import.meta.dirname, "snapshot-process.ts"),
  fewest = 500,
}: SnapshotsOptions = {}): Snapshots => {
  const stopping = new AbortController();
  let running: Promise<boolean> | undefined;
  const makeIfDue = async (): Promise<boolean> => {
    if ((await countDrawnObjects()) < fewest) return false;
    const { isDue } = await readSnapshotState(formOfWords());
    return !isDue || run(program, stopping.signal);
  };
  return {
    make: () => {
      running ??= makeIfDue().finally(() => {
        running = undefined;
      });
      return running;
    },
    stop: async () => {
      stopping.abort();
      await running?.catch(() => {});
    },
  };
};

/** False, with a warning in the log, if the process stored no snapshot. Throws when the service stops. */
const run = (program: string, signal: AbortSignal): Promise<boolean> =>
  withTemporaryFolder("snapshot", async (folder) => {
    signal.throwIfAborted();
    const files = { CATALOG_FILE: join(folder, "catalog.db"), FULL_TEXT_FILE: join(folder, "words.db") };
    const child = fork(program, {
      env: { ...environmentVariables(), ...files },
      execArgv: flagsOfV8(process.execArgv),
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const kill = guarded(() => child.kill("SIGKILL"));
    signal.addEventListener("abort", kill);
    child.on(
      "message",
      guarded(({ line }: SnapshotReport) => logAgain(line)),
    );
    const complaint = text(certain(child.stderr));
    // Its last line may come after its end, but not after the end of the channel.
    const ends = Promise.all([once(child, "exit"), once(child, "disconnect")]);
    const problem = await ends.then(
      ([[status, killedBy]]) => (status === 0 ? undefined : `It ended with ${killedBy ?? status}.`),
      (error: Error) => error.message,
    );
    signal.removeEventListener("abort", kill);
    signal.throwIfAborted();
    if (problem === undefined) return true;
    const warning = `A snapshot could not be stored by its process. ${problem} ${await complaint}`;
    log.write("warning", { warning: warning.trim() });
    return false;
  });

/** This process's flags of V8: Node uses a cache of compiled modules only with the flags it was made with. */
export const flagsOfV8 = (args: readonly string[]): string[] =>
  args.filter((arg) => /^--(expose-gc|heap-growing-|max-)/.test(arg));

/** The line as one of this process, which keeps its log in files. */
const logAgain = (line: string): void => {
  const { level, time, ...members } = JSON.parse(line);
  log.write(level, members);
};
