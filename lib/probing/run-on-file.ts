import { open } from "node:fs/promises";
import { findProgram, type Program } from "./find-program.ts";
import { type InputAddress, inputArguments } from "./input-arguments.ts";
import type { InputFile } from "./input-file.ts";
import { isFailure, type ProbeFailure } from "./probe.ts";
import { type RunLimits, runProgram } from "./run-program.ts";

/** The id of the user `nobody` on Linux, who owns no files. */
const nobody = 65_534;

/**
 * Runs a program on one file. A service that runs as root runs it as `nobody` and passes the open file, if
 * `nobody` can start the program and the program reads open files.
 */
export const runOnFile = async (
  program: Program,
  file: InputFile,
  limits: RunLimits,
  argumentsFor: (input: readonly string[]) => readonly string[],
): Promise<Buffer | ProbeFailure> => {
  const argumentsAt = (address: InputAddress) =>
    argumentsFor(inputArguments(program, file.sizeBytes, address));
  const asNobody = await runsAsNobody(program, limits);
  if ("url" in file)
    return runProgram(program, argumentsAt(file.url), limits, asNobody ? { userId: nobody } : {});
  if (!asNobody) return runProgram(program, argumentsAt(`file:${file.path}`), limits);
  await using handle = await open(file.path);
  // Awaited here, because the file is closed on return.
  return await runProgram(program, argumentsAt("fd:"), limits, { inputFd: handle.fd, userId: nobody });
};

const answers = new Map<string, Promise<boolean>>();

/** Tested once per program. */
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
