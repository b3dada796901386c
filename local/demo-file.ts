import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseKept, readIfThere, replaceFile } from "#local/data-directory/kept-file.ts";

const demoShape = z.readonly(
  z.object({
    /** The address of its last run. */
    url: z.optional(z.string()),
    token: z.string(),
    /** Passwords by username; empty in demos of earlier versions. */
    passwords: z._default(z.record(z.string(), z.string()), {}),
    parent: z.int(),
  }),
);

/** The demo's data that `lectern publish` and the next start use. */
export type Demo = z.output<typeof demoShape>;

const fileIn = (folder: string): string => join(folder, "demo.json");

/** Stores the demo's data; the demo is complete from then on. */
export const leaveDemo = (folder: string, demo: Demo): Promise<void> =>
  replaceFile(fileIn(folder), `${JSON.stringify(demo)}\n`);

/**
 * The demo that an earlier start stored; undefined if there is none. Throws a {@link PlainError} if the file
 * is damaged.
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

export const forgetDemo = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });
