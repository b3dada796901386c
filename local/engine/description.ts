import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { PlainError } from "#local/plain-error.ts";

/** A database engine that runs: where it answers, and which process it is. */
export interface RunningEngine {
  readonly endpoint: string;
  readonly pid: number;
  readonly identity: string;
}

/** Leaves word in a file of which engine runs, for other processes of its owner; in one step. */
export const describeEngine = async (file: string, endpoint: string, pid: number): Promise<void> => {
  const draft = `${file}.draft`;
  const description = JSON.stringify({ endpoint, pid, identity: identifyProcess(pid) });
  await writeFile(draft, `${description}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
};

/** The engine that a file describes, or `undefined` when there is no such file or that engine has ended. */
export const readRunningEngine = async (file: string): Promise<RunningEngine | undefined> => {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const engine: RunningEngine = JSON.parse(text);
  return identifyProcess(engine.pid) === engine.identity ? engine : undefined;
};

/**
 * Ends the engine that a crashed service left running, and returns when it is gone.
 *
 * Touches only the very process that the file describes; what it acknowledged is on disk. One that has not
 * ended after 5 s is refused with a {@link PlainError}.
 */
export const endLeftoverEngine = async (file: string): Promise<void> => {
  const leftover = await readRunningEngine(file);
  if (!leftover) return;
  process.kill(leftover.pid, "SIGKILL");
  for (let look = 0; look < 100; look++) {
    if (identifyProcess(leftover.pid) !== leftover.identity) return;
    await sleep(50);
  }
  throw new PlainError(
    `The database engine of an earlier run (process ${leftover.pid}) does not end; end it and start again.`,
  );
};
