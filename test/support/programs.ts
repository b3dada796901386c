import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { root } from "./sources.ts";

/** A folder that is removed at the end of the test. Make it before the programs that use it. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/** Starts a program in the project's folder; the end of the test kills it and waits until it is gone. */
export const startProgram = (command: string, args: readonly string[], options: SpawnOptions = {}) => {
  const program: ChildProcess = spawn(command, args, { cwd: root, ...options });
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await ended(program);
  });
  return program;
};

/** The exit status of a program when it is gone; null if a signal ended it. */
export const ended = async (program: ChildProcess): Promise<number | null> => {
  if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
  return program.exitCode;
};

/** The environment without the tests' engine and files, so that a program uses its own. */
export const ownEnvironment = (): NodeJS.ProcessEnv => {
  const { DYNAMODB_ENDPOINT, TABLE_FILE, TABLE_NAME, CATALOG_FILE, FILES_FOLDER, ...env } = process.env;
  return env;
};

/** The first line of a program's output. */
export const firstLineOf = async ({ stdout }: ChildProcess): Promise<string> => {
  const [line] = await once(createInterface(stdout!), "line");
  return String(line);
};

/** The address in the line that a service prints when it is ready. */
export const addressIn = (line: string): string => /http:\S+/.exec(line)?.[0] ?? "";
