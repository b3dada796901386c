import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program that `CHROMIUM` names, or the first of the usual names on the path. */
const chromiumPath = (): string => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = process.env.CHROMIUM ?? candidates.find(isProgram);
  if (!found) throw new Error("The browser tests need a Chromium: install one, or name it in CHROMIUM.");
  return found;
};

/** Starts an installed Chromium without windows, and downloads none. */
export const startChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: ["--disable-gpu", ...args] });
