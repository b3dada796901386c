import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { parseKept, readIfThere, replaceFile } from "#local/data-directory/kept-file.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { PlainError } from "#local/plain-error.ts";

const engineShape = z.readonly(z.object({ endpoint: z.string(), pid: z.int(), identity: z.string() }));

/** A database engine that runs: where it answers, and which process it is. */
export type RunningEngine = z.output<typeof engineShape>;

/** Leaves word in a file of which engine runs, for other processes of its owner. */
export const describeEngine = (file: string, endpoint: string, pid: number): Promise<void> =>
  replaceFile(file, `${JSON.stringify({ endpoint, pid, identity: identifyProcess(pid) })}\n`);

/**
 * The engine that a file describes, or `undefined` when there is no such file or that engine has ended.
 * Refused with a {@link PlainError}: a damaged file.
 */
export const readRunningEngine = async (file: string): Promise<RunningEngine | undefined> => {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const engine = parseKept(
    file,
    text,
    engineShape,
    "end the database engine (dynoxide) of its folder if there is one, and remove it",
  );
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
