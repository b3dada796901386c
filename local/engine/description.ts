import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { parseKept, readIfThere, replaceFile } from "#local/data-directory/kept-file.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { PlainError } from "#local/plain-error.ts";

const engineShape = z.readonly(
  z.object({
    endpoint: z.string(),
    pid: z.int(),
    identity: z.string(),
    /** The file that it has open; version 0.2.0 does not say it. */
    database: z.optional(z.string()),
  }),
);

export type RunningEngine = z.output<typeof engineShape>;

/** Describes the running engine in a file, for other processes of its owner. */
export const describeEngine = (
  file: string,
  endpoint: string,
  pid: number,
  database?: string,
): Promise<void> =>
  replaceFile(file, `${JSON.stringify({ endpoint, pid, identity: identifyProcess(pid), database })}\n`);

/** The engine that a file describes; undefined if there is no file or the engine has ended. */
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
 * Ends the engine that a crashed service left running; what it acknowledged is on disk. Throws a
 * {@link PlainError} if it has not ended after 5 s.
 */
export const endLeftoverEngine = async (file: string): Promise<void> => {
  const leftover = await readRunningEngine(file);
  if (!leftover) return;
  process.kill(leftover.pid, "SIGKILL");
  for (let attempt = 0; attempt < 100; attempt++) {
    if (identifyProcess(leftover.pid) !== leftover.identity) return;
    await sleep(50);
  }
  throw new PlainError(
    `The database engine of an earlier run (process ${leftover.pid}) does not stop; stop it and start again.`,
  );
};
