import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { Readable } from "node:stream";
import { clock } from "#lib/clock.ts";
import { findProgram, type Program } from "./find-program.ts";
import { failed, type ProbeFailure, timedOut } from "./probe.ts";

/** What a run may take: time until an instant on the monotonic clock, and bytes of output. */
export interface RunLimits {
  readonly deadlineMs: number;
  readonly outputBytes: number;
}

/** Address space of a program, in KiB: a film of 8K fits, a file that asks for more does not get it. */
const memoryKib = 1024 * 1024;

/** How a program is run, where not as every other: with an open file for its input, and as another user. */
export interface RunAs {
  readonly inputFd?: number;
  readonly userId?: number;
}

/**
 * What a program writes to its output, when it ends well and within its limits.
 *
 * It has no input but the file it is given, no environment, 1 GiB of memory, low priority, and can write no
 * files. It is killed at the deadline (`probe_timeout`) and when it writes too much (`probe_failed`, as is
 * every other end, and that there is no such program).
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
  new Promise((resolve) => {
    let wroteTooMuch = false;
    const stop = () => {
      wroteTooMuch = true;
      child.kill("SIGKILL");
    };
    const output = collected(child.stdout!, maxBytes, stop);
    const complaints = collected(child.stderr!, maxBytes, stop);
    child.once("error", ({ message }) => resolve(failed(`${program}: ${message}`)));
    child.once("close", (status, signal) => {
      if (wroteTooMuch) return resolve(failed(`${program} wrote too much`));
      if (child.killed) return resolve(timedOut(`${program} was stopped when its time was over`));
      if (status === 0) return resolve(Buffer.concat(output));
      resolve(failed(`${program}: ${lastComplaint(complaints) || `ended with ${signal ?? status}`}`));
    });
  });

/** What a stream brings, up to so many bytes. */
const collected = (stream: Readable, maxBytes: number, stop: () => void): readonly Buffer[] => {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  stream.on("data", (piece: Buffer) => {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) stop();
    else pieces.push(piece);
  });
  return pieces;
};

/** What programs call the file that they are given: where it happens to lie says nothing. */
const fileAddress = /^subfile,.*: /;

const lastComplaint = (complaints: readonly Buffer[]): string => {
  const lastLine = Buffer.concat(complaints).toString().trim().split("\n").at(-1) ?? "";
  return lastLine.replace(fileAddress, "").slice(0, 300);
};

/**
 * The shell sets the limits that Node has no words for, as far as the system knows them, and becomes the
 * program.
 */
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
