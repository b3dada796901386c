import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** They keep profiles on the disk. */
const browsers = ["chromium", "chromium-browser", "google-chrome"];

/** The shell comes first: it has no windows, not even hidden ones, and takes less time for each tab. */
const names = ["chromium-headless-shell", ...browsers];

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program that `CHROMIUM` names, or the first of these names on the path. */
const chromiumPath = (names: readonly string[]): string => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = process.env.CHROMIUM ?? candidates.find(isProgram);
  if (!found) throw new Error("The browser tests need a Chromium: install one, or name it in CHROMIUM.");
  return found;
};

/** Starts an installed Chromium without windows, and downloads none. */
export const startChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(names), args: ["--disable-gpu", ...args] });

/** A browser process with a profile on the disk. `kill` ends it at once, as a power cut does. */
export interface KilledBrowser {
  readonly context: BrowserContext;
  readonly kill: () => Promise<void>;
}

/** Starts a Chromium that keeps its profile in a folder. */
export const startWithProfile = async (folder: string): Promise<KilledBrowser> => {
  const process = spawn(chromiumPath(browsers), [
    ...["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--password-store=basic"],
    ...["--remote-debugging-port=0", `--user-data-dir=${folder}`],
  ]);
  const exited = once(process, "exit");
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    process.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const found = /DevTools listening on (ws:\S+)/.exec(said);
      if (found) resolve(found[1]!);
    });
    exited.then(() => reject(new Error(`Chromium has ended: ${said}`)), reject);
  });
  const browser = await chromium.connectOverCDP(address);
  return {
    context: browser.contexts()[0]!,
    kill: async () => {
      process.kill("SIGKILL");
      await exited;
      await browser.close();
    },
  };
};
