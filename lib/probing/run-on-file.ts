import { open } from "node:fs/promises";
import type { LocalFile } from "#lib/files/files.ts";
import { findProgram, type Program } from "./find-program.ts";
import { inputArguments } from "./input-arguments.ts";
import { isFailure, type ProbeFailure } from "./probe.ts";
import { type RunLimits, runProgram } from "./run-program.ts";

/** The user `nobody`, who owns nothing, by the number that Linux has for it. */
const nobody = 65_534;

/**
 * What a program writes about one file, as {@link runProgram} gives it; `argumentsFor` makes the program's
 * arguments of those that open the file. A service that runs as root lets `nobody` run the program and opens
 * the file for it, where `nobody` can start the program and the program takes open files.
 */
export const runOnFile = async (
  program: Program,
  file: LocalFile,
  limits: RunLimits,
  argumentsFor: (input: readonly string[]) => readonly string[],
): Promise<Buffer | ProbeFailure> => {
  const { path, sizeBytes } = file;
  if (!(await runsAsNobody(program, limits)))
    return runProgram(program, argumentsFor(inputArguments(program, sizeBytes, `file:${path}`)), limits);
  await using handle = await open(path);
  const input = inputArguments(program, sizeBytes, "fd:");
  // Awaited here, because the file is closed at the end.
  return await runProgram(program, argumentsFor(input), limits, { inputFd: handle.fd, userId: nobody });
};

const answers = new Map<string, Promise<boolean>>();

/** Asked of each program once. */
const runsAsNobody = async (program: Program, { deadlineMs }: RunLimits): Promise<boolean> => {
  const path = process.getuid?.() === 0 && process.platform === "linux" && (await findProgram(program));
  if (!path) return false;
  const known = answers.get(path) ?? takesOpenFiles(program, deadlineMs);
  answers.set(path, known);
  return known;
};

const takesOpenFiles = async (program: Program, deadlineMs: number): Promise<boolean> => {
  const limits = { deadlineMs, outputBytes: 100_000 };
  const protocols = await runProgram(program, ["-v", "error", "-protocols"], limits, { userId: nobody });
  return !isFailure(protocols) && /^\s*fd$/m.test(protocols.toString());
};
