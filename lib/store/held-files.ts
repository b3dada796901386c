import type { Files } from "./files.ts";
import { openFiles } from "./open-files.ts";

let held: Promise<Files> | undefined;

/** The process's one file store, opened at the first call; one that could not be opened is tried again by the next. */
export const heldFiles = (): Promise<Files> => {
  held ??= openFiles().catch((error) => {
    held = undefined;
    throw error;
  });
  return held;
};
