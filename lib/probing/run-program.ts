import { type ExecFileException, execFile } from "node:child_process";
import { constants, setPriority } from "node:os";
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

/**
 * What a program writes to its output, when it ends well and within its limits.
 *
 * It has no input, no environment, 1 GiB of memory, low priority, and can write no files. It is killed at the deadline
 * (`probe_timeout`) and when it writes too much (`probe_failed`, as is every other end, and that there is no such program).
 */
export const runProgram = async (
  program: Program,
  programArguments: readonly string[],
  limits: RunLimits,
): Promise<Buffer | ProbeFailure> => {
  const path = await findProgram(program);
  if (!path) return failed(`there is no ${program} on this machine`);
  const remainingMs = Math.ceil(limits.deadlineMs - clock.monotonicMs());
  if (remainingMs <= 0) return timedOut(`no time was left for ${program}`);
  return new Promise((resolve) => {
    const [command, ...rest] = withLimits([path, ...programArguments]);
    const options = {
      encoding: "buffer",
      env: {},
      timeout: remainingMs,
      killSignal: "SIGKILL",
      maxBuffer: limits.outputBytes,
      windowsHide: true,
    } as const;
    const child = execFile(command, rest, options, (error, output, complaints) =>
      resolve(error ? failureOf(program, error, complaints) : output),
    );
    child.stdin?.end();
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
};

/** The shell sets the limits that Node has no words for, as far as the system knows them, and becomes the program. */
const withLimits = (command: readonly [string, ...string[]]): readonly [string, ...string[]] => {
  if (process.platform === "win32") return command;
  const script = `{ ulimit -v ${memoryKib}; ulimit -f 0; ulimit -c 0; } 2>/dev/null; exec "$@"`;
  return ["/bin/sh", "-c", script, "sh", ...command];
};

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
};

/** What programs call the file that they are given: where it happens to lie says nothing. */
const fileAddress = /^subfile,.*: /;

const failureOf = (program: Program, error: ExecFileException, complaints: Buffer): ProbeFailure => {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return failed(`${program} wrote too much`);
  if (error.killed) return timedOut(`${program} was stopped when its time was over`);
  const lastLine = complaints.toString().trim().split("\n").at(-1) ?? "";
  const complaint = lastLine.replace(fileAddress, "").slice(0, 300);
  return failed(`${program}: ${complaint || `ended with ${error.signal ?? error.code}`}`);
};
