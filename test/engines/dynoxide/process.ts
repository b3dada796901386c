import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { guarded } from "#lib/guarded.ts";
import type { EngineAddress } from "./address.ts";
import { spawnGuarded } from "./spawn-guarded.ts";

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
export const spawnEngine = (binary: string, { host, port }: EngineAddress): EngineProcess => {
  const child = spawnGuarded(binary, ["serve", "--host", host, "--port", String(port)]);
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
