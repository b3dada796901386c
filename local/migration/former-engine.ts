import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { parseKept, readIfThere } from "#local/data-directory/kept-file.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { PlainError } from "#local/plain-error.ts";

const engineShape = z.readonly(z.object({ pid: z.int(), identity: z.string() }));

/** The engine that a file describes; undefined if there is no file or the engine has ended. */
export const findFormerEngine = async (file: string) => {
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
 * Ends the engine that a crashed service of format 1 left running, which the file describes; what it
 * acknowledged is on disk. Throws a {@link PlainError} if it has not ended after 5 s.
 */
export const endFormerEngine = async (file: string): Promise<void> => {
  const leftover = await findFormerEngine(file);
  if (leftover) {
    process.kill(leftover.pid, "SIGKILL");
    await untilGone(leftover);
  }
  await rm(file, { force: true });
};

const untilGone = async ({ pid, identity }: { readonly pid: number; readonly identity: string }) => {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (identifyProcess(pid) !== identity) return;
    await sleep(50);
  }
  throw new PlainError(
    `The database engine of an earlier run (process ${pid}) does not stop; stop it and start again.`,
  );
};
