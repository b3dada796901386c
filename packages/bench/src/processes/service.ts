import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { filesFolderIn, tableFileIn } from "#bench/lectern/files.ts";
import { startCommand } from "#bench/lectern/tests.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { environmentWith } from "./environment.ts";
import { type Tree, thisTree } from "./tree.ts";

/** A service as `npm start` runs it, on a data directory and a free port. */
export interface ServiceProcess {
  readonly url: string;
  readonly filesFolder: string;
  /** Settings of a process that uses the same table. */
  readonly table: Readonly<Record<string, string>>;
  /** The service, and the engine of one that has its table there. */
  readonly pids: readonly [service: number, ...engine: readonly number[]];
  /** The time until it was ready. */
  readonly startMs: number;
  /** Sends a message to the module that was loaded first, and waits for the answer. */
  readonly ask: (message: string) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

export interface SiteOptions {
  /** An argument of `npm start`. By default the site has what is in the data directory. */
  readonly content?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** A module that the process loads first, which answers messages. */
  readonly preload?: URL;
  /** The code that it runs. */
  readonly tree?: Tree;
}

/** Starts the service with the flags of `npm start`. Rejects if it does not start. */
export const startSite = async (
  data: string,
  { content = "--no-demo", settings = {}, preload, tree = thisTree }: SiteOptions = {},
): Promise<ServiceProcess> => {
  const startedAtMs = clock.monotonicMs();
  const { variables, args } = await startCommand(tree);
  const preloads = preload ? ["--import", preload.href] : [];
  const child = spawn(process.execPath, [...preloads, ...args, "--port=0", `--data=${data}`, content], {
    cwd: tree,
    env: environmentWith({ ...variables, ...settings }),
    stdio: ["ignore", "pipe", "inherit", ...(preload ? (["ipc"] as const) : [])],
  });
  const kill = () => child.kill();
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const [line] = await Promise.race([
    once(createInterface(certain(child.stdout)), "line"),
    failure(child, "The service did not start"),
  ]);
  const startMs = clock.monotonicMs() - startedAtMs;
  const engine = await formerEngine(data);
  return {
    url: certain(/http:\S+/.exec(String(line)))[0],
    filesFolder: filesFolderIn(data),
    table: engine ? { DYNAMODB_ENDPOINT: engine.endpoint } : { TABLE_FILE: tableFileIn(data) },
    pids: engine ? [certain(child.pid), engine.pid] : [certain(child.pid)],
    startMs,
    ask: async (message) => {
      child.send(message);
      const ended = failure(child, "The service ended before it had answered");
      return (await Promise.race([once(child, "message"), ended]))[0];
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
};

/** Where the engine is that has the table of an earlier service. A comparison starts such services. */
const formerEngine = async (
  data: string,
): Promise<{ readonly endpoint: string; readonly pid: number } | undefined> => {
  const text = await readFile(join(data, "engine.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Settings of a process that reads the files of this folder. No address that it signs is ever asked for. */
export const storedIn = (filesFolder: string): Readonly<Record<string, string>> => ({
  FILES_FOLDER: filesFolder,
  FILES_SIGNING_KEY: "00".repeat(32),
});

/** Rejects when the process ends. */
const failure = async (child: ChildProcess, complaint: string): Promise<never> => {
  const [status] = await once(child, "exit");
  throw new Error(`${complaint}; its status was ${status}.`);
};
