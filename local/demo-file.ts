import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseKept, readIfThere, replaceFile } from "#local/data-directory/kept-file.ts";

const demoShape = z.readonly(
  z.object({
    /** Where it ran last. */
    url: z.optional(z.string()),
    token: z.string(),
    /** By username. Demos of earlier versions have none here. */
    passwords: z._default(z.record(z.string(), z.string()), {}),
    /** The id of the blog. */
    parent: z.int(),
  }),
);

/** What is kept of a demo in its data directory, for `lectern publish` and for the next start. */
export type Demo = z.output<typeof demoShape>;

const fileIn = (folder: string): string => join(folder, "demo.json");

/** Leaves in the folder what the demo is. The demo is complete from then on. */
export const leaveDemo = (folder: string, demo: Demo): Promise<void> =>
  replaceFile(fileIn(folder), `${JSON.stringify(demo)}\n`);

/**
 * The demo that an earlier start left in the folder; `undefined` when there is none. Refused: a damaged file.
 */
export const leftDemo = async (folder: string): Promise<Demo | undefined> => {
  const file = fileIn(folder);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  return parseKept(
    file,
    text,
    demoShape,
    "remove it: the next start completes the demo and gives it a new token",
  );
};

/** Removes what is left of a demo in the folder. */
export const forgetDemo = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });
