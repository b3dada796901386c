import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { guarded } from "#lib/guarded.ts";

/**
 * Starts a guard in the background, then becomes the program. Only this process holds the other end of
 * descriptor 3: if it closes without a word, however this process ended, the guard kills the program.
 */
const guardScript = `{ read -r farewell <&3 || kill -KILL $$; } >/dev/null 2>&1 & exec "$@" 3<&-`;

/** Starts an engine that ends when this process does, even by `kill -9`. Its standard error is a pipe. */
export const spawnGuarded = (program: string, args: readonly string[]): ChildProcess => {
  // On Windows, Node ends child processes with itself.
  if (process.platform === "win32") return spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  // A new session keeps Ctrl-C away from the engine, which must live until the last request is answered.
  const child = spawn("/bin/sh", ["-c", guardScript, "lectern-engine", program, ...args], {
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
