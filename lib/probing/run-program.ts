import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { findProgram, type Program } from "./find-program.ts";
import { failed, type ProbeFailure, timedOut } from "./probe.ts";

/** `deadlineMs` is an instant on the monotonic clock. */
export interface RunLimits {
  readonly deadlineMs: number;
  readonly outputBytes: number;
}

/** Address space in KiB: enough for a video of 8K. */
const memoryKib = 1024 * 1024;

/** Options: an open file as its input, and another user. */
export interface RunAs {
  readonly inputFd?: number;
  readonly userId?: number;
}

/**
 * The output of a program that ends well and within its limits. It has no input but the given file, no
 * environment, 1 GiB of memory and low priority, and cannot write files. It is killed at the deadline
 * (`probe_timeout`) and if it writes too much; that and every other end is `probe_failed`.
 */
export const runProgram = async (
  program: Program,
  programArguments: readonly string[],
  limits: RunLimits,
  { inputFd, userId }: RunAs = {},
): Promise<Buffer | ProbeFailure> => {
  const path = await findProgram(program);
  if (!path) return failed(`there is no ${program} on this machine`);
  const remainingMs = Math.ceil(limits.deadlineMs - clock.monotonicMs());
  if (remainingMs <= 0) return timedOut(`no time was left for ${program}`);
  const [command, ...rest] = withLimits([path, ...programArguments], Math.ceil(remainingMs / 1000) + 1);
  const child = spawn(command, rest, {
    env: {},
    timeout: remainingMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    stdio: [inputFd ?? "ignore", "pipe", "pipe"],
    ...(userId !== undefined && { uid: userId, gid: userId }),
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return outcomeOf(program, child, limits.outputBytes);
};

const outcomeOf = (program: Program, child: ChildProcess, maxBytes: number): Promise<Buffer | ProbeFailure> =>
  new Promise((resolve, reject) => {
    let wroteTooMuch = false;
    const stop = () => {
      wroteTooMuch = true;
      child.kill("SIGKILL");
    };
    const output = collected(certain(child.stdout), maxBytes, stop);
    const complaints = collected(certain(child.stderr), maxBytes, stop);
    child.once(
      "error",
      guarded(({ message }: Error) => resolve(failed(`${program}: ${message}`)), reject),
    );
    const tell = (status: number | null, signal: NodeJS.Signals | null) => {
      if (wroteTooMuch) return resolve(failed(`${program} wrote too much`));
      if (child.killed) return resolve(timedOut(`${program} was stopped when its time was over`));
      if (status === 0) return resolve(Buffer.concat(output));
      resolve(failed(`${program}: ${lastComplaint(complaints) || `ended with ${signal ?? status}`}`));
    };
    child.once("close", guarded(tell, reject));
  });

/** Collects a stream; calls `stop` when it exceeds the limit. */
const collected = (stream: Readable, maxBytes: number, stop: () => void): readonly Buffer[] => {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const keep = (piece: Buffer) => {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) stop();
    else pieces.push(piece);
  };
  stream.on("data", guarded(keep));
  return pieces;
};

/** Programs begin messages with the file's address, which callers need not see. */
const fileAddress = /^subfile,.*: /;

const lastComplaint = (complaints: readonly Buffer[]): string => {
  const lastLine = Buffer.concat(complaints).toString().trim().split("\n").at(-1) ?? "";
  return lastLine.replace(fileAddress, "").slice(0, 300);
};

/** Node cannot set these limits: a shell sets those that the system has, and becomes the program. */
const withLimits = (
  command: readonly [string, ...string[]],
  cpuSeconds: number,
): readonly [string, ...string[]] => {
  if (process.platform === "win32") return command;
  const script = `{ ulimit -v ${memoryKib}; ulimit -t ${cpuSeconds}; ulimit -f 0; ulimit -c 0; } 2>/dev/null; exec "$@"`;
  return ["/bin/sh", "-c", script, "sh", ...command];
};

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
};
