import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { environmentWith } from "./environment.ts";

const program = fileURLToPath(new URL("../../../../cli/lectern.js", import.meta.url));

/** A command that runs. */
export interface RunningCommand {
  /** Ends it at once, wherever it is. */
  readonly kill: () => void;
  readonly ended: Promise<EndedCommand>;
}

export interface EndedCommand {
  /** Null if it was killed. */
  readonly status: number | null;
  readonly printed: string;
}

/** Starts `lectern` with these arguments. */
export const startLectern = (...args: readonly string[]): RunningCommand => {
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentWith({}),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const finish = async (): Promise<EndedCommand> => {
    const [[status], ...outputs] = await Promise.all([
      once(child, "exit"),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, printed: outputs.join("").trim() };
  };
  return { kill, ended: finish() };
};
