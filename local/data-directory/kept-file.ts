import { randomUUID } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type * as z from "zod/mini";
import { clock } from "#lib/clock.ts";
import { moveOver, placeUnlessTaken, unlessMissing } from "#lib/files/whole-files.ts";
import { PlainError } from "#local/plain-error.ts";

/**
 * The small files of a data directory. Each is written whole, to disk and for its owner alone, so that a
 * crash leaves the old text or the new one. npm packages for this do not write the folder's entry to disk.
 */

/** Writes a file, replacing one that exists. */
export const replaceFile = (file: string, text: string): Promise<void> =>
  withDraft(file, text, (draft) => moveOver(draft, file));

/** Writes a file unless it exists; false if it does. */
export const createFile = (file: string, text: string): Promise<boolean> =>
  withDraft(file, text, (draft) => placeUnlessTaken(draft, file));

export const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").catch(unlessMissing);

/** Parses a JSON file. Throws a {@link PlainError} that ends with the remedy if its shape is wrong. */
export const parseKept = <Shape extends z.ZodMiniType>(
  file: string,
  text: string,
  shape: Shape,
  cure: string,
): z.output<Shape> => {
  const result = shape.safeParse(jsonIn(text));
  if (result.success) return result.data;
  throw new PlainError(`The file ${file} is damaged; ${cure}.`);
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const draftPrefix = "draft.";

const withDraft = async <Result>(
  file: string,
  text: string,
  place: (draft: string) => Promise<Result>,
): Promise<Result> => {
  const draft = join(dirname(file), draftPrefix + randomUUID());
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx", flush: true });
    return await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
};

/** Includes the draft names of earlier versions. */
export const isDraft = (name: string): boolean => name.startsWith(draftPrefix) || name.includes("-draft.");

/** Writing a draft takes milliseconds. */
const abandonedAfterMs = 60_000;

/** Removes drafts that killed processes left behind. */
export const clearDrafts = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter(isDraft)) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(unlessMissing);
    if (found && clock.nowMs() - found.mtimeMs > abandonedAfterMs) await rm(draft, { force: true });
  }
};
