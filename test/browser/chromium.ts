import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { connectDevtools, type Devtools } from "./devtools.ts";

/** A Chromium without windows. */
export interface Chromium {
  readonly devtools: Devtools;
  readonly stop: () => Promise<void>;
}

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

/** Starts a Chromium with a profile of its own, which is gone when it is stopped. */
export const startChromium = async (): Promise<Chromium> => {
  const path = chromiumPath();
  const profile = await mkdtemp(join(tmpdir(), "lectern-chromium-"));
  const program = spawn(
    path,
    [
      ...["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
      ...["--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise<void>((resolve) => program.once("close", () => resolve()));
  const stop = async () => {
    program.kill("SIGKILL");
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await Promise.race([
      addressIn(program.stderr),
      new Promise<never>((_, reject) => program.once("error", reject)),
    ]);
    return { devtools: await connectDevtools(address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The address that Chromium says its DevTools listen on. */
const addressIn = async (output: NodeJS.ReadableStream): Promise<string> => {
  const said: string[] = [];
  for await (const line of createInterface(output)) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    // Whatever else it has to say must be read, or it would wait for that.
    output.resume();
    if (address) return address;
    said.push(line);
  }
  throw new Error(`Chromium does not start: ${said.join("\n")}`);
};
