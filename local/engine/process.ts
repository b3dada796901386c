import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { guarded } from "#lib/guarded.ts";
import type { EngineAddress } from "./address.ts";

export interface EngineProcess {
  /** Undefined if the program could not be started. */
  readonly pid: number | undefined;
  /** Resolves with true when the engine listens, and with false if it has ended. */
  readonly listening: Promise<boolean>;
  /** Resolves when the process has ended, with its last line, or with its status or signal. */
  readonly ended: Promise<string>;
  /** Ends the process, by force after 5 s; resolves when it is gone. */
  readonly end: () => Promise<void>;
}

/** Starts the engine's program on an address. It ends when this process does, even by `kill -9`. */
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
      const force = setTimeout(
        guarded(() => child.kill("SIGKILL")),
        5_000,
      );
      await ended;
      clearTimeout(force);
    },
  };
};

/**
 * Starts a guard in the background, then becomes the engine. Only the service holds the other end of
 * descriptor 3: if it closes without a word, however the service ended, the guard kills the engine. A file
 * that may not grow any more (`ulimit -f`) is an error of that write, not the engine's end.
 */
const guardScript = `umask 077; trap '' XFSZ; { read -r farewell <&3 || kill -KILL $$; } >/dev/null 2>&1 & exec "$@" 3<&-`;

const spawnGuarded = (binary: string, args: readonly string[]): ChildProcess => {
  // On Windows, Node ends child processes with itself.
  if (process.platform === "win32") return spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"] });
  // A new session keeps Ctrl-C away from the engine, which must live until the last request is answered.
  const child = spawn("/bin/sh", ["-c", guardScript, "lectern-engine", binary, ...args], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  const guard = child.stdio[3] as Writable;
  guard.on("error", () => {});
  // The guard must end with the engine, whose process number may be reused.
  child.once(
    "exit",
    guarded(() => guard.end("farewell\n")),
  );
  return child;
};

const listen = (child: ChildProcess) => {
  let lastLine: string | undefined;
  const lines = createInterface({ input: child.stderr as Readable });
  const listening = Promise.withResolvers<true>();
  const hear = (line: string) => {
    if (line.includes("listening on")) listening.resolve(true);
    else if (line.trim()) lastLine = line.trim();
  };
  lines.on("line", guarded(hear));
  const silent = new Promise((resolve) => lines.once("close", resolve));
  const over = new Promise<string>((resolve) => {
    const end = async (code: number | null, signal: NodeJS.Signals | null) => {
      await silent;
      resolve(signal ?? `status ${code}`);
    };
    child.once(
      "error",
      guarded(({ message }: Error) => resolve(message)),
    );
    child.once("exit", guarded(end));
  });
  return { listening: listening.promise, over, last: () => lastLine };
};
