import { join } from "node:path";
import { readIfThere, replaceFile } from "./kept-file.ts";

const fileIn = (folder: string): string => join(folder, "host");

export const writeHost = (folder: string, host: string): Promise<void> =>
  replaceFile(fileIn(folder), `${host}\n`);

/** The address that the service listens on, or did last; undefined before the first start. */
export const readHost = async (folder: string): Promise<string | undefined> =>
  (await readIfThere(fileIn(folder)))?.trim() || undefined;
