import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { EngineAddress } from "./address.ts";

/** A process of the engine's program. */
export interface EngineProcess {
  /** `undefined` where the program could not be started. */
  readonly pid: number | undefined;
  /** Resolves with `true` when the engine listens, with `false` when it has ended instead. */
  readonly listening: Promise<boolean>;
  /** Resolves when the process has ended: with the last line it wrote, or else with how it ended. */
  readonly ended: Promise<string>;
  /** Ends the process, by force after 5 s, and resolves when it is gone. */
  readonly end: () => Promise<void>;
}

/** Starts the engine's program on an address; it ends when this process does, even by `kill -9`. */
export const spawnEngine = (
  binary: string,
  { host, port }: EngineAddress,
  databaseFile: string | undefined,
): EngineProcess => {
  const database = databaseFile === undefined ? [] : ["--db-path", databaseFile];
  const child = spawnGuarded(binary, ["serve", "--host", host, "--port", String(port), ...database]);
  const words = listen(child);
  const ended = words.over.then((how) => words.last() ?? how);
  return {
    pid: child.pid,
    listening: Promise.race([words.listening, ended.then(() => false)]),
    ended,
    end: async () => {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await ended;
      clearTimeout(force);
    },
  };
};

/**
 * Becomes the engine, after leaving a guard behind that kills it when descriptor 3 closes without a word:
 * only the service holds the other end, so that happens however the service ends. What the engine makes is
 * its owner's alone.
 */
const guardScript = `umask 077; { read -r farewell <&3 || kill -KILL $$; } >/dev/null 2>&1 & exec "$@" 3<&-`;

const spawnGuarded = (binary: string, args: readonly string[]): ChildProcess => {
  // On Windows Node itself ties its children's lives to its own, by a job object.
  if (process.platform === "win32") return spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"] });
  // A session of its own: Ctrl-C is for the service, which ends the engine after its last request.
  const child = spawn("/bin/sh", ["-c", guardScript, "lectern-engine", binary, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  const guard = child.stdio[3] as Writable;
  guard.on("error", () => {});
  // The guard must not outlive the engine: its number may be another process's by then.
  child.once("exit", () => guard.end("farewell\n"));
  return child;
};

const listen = (child: ChildProcess) => {
  let lastLine: string | undefined;
  const lines = createInterface({ input: child.stderr as Readable });
  const listening = Promise.withResolvers<true>();
  lines.on("line", (line) => {
    if (line.includes("listening on")) listening.resolve(true);
    else if (line.trim()) lastLine = line.trim();
  });
  const silent = new Promise((resolve) => lines.once("close", resolve));
  const over = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => silent.then(() => resolve(signal ?? `status ${code}`)));
  });
  return { listening: listening.promise, over, last: () => lastLine };
};
