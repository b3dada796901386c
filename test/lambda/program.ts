import { execFile } from "node:child_process";
import path from "node:path";
import { root } from "#test/support/sources.ts";

/** What a program printed, and its exit status. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const preload = path.join(import.meta.dirname, "runtime/names-of-aws.mjs");

/** Runs a program of the project as the account's owner, or by other credentials among these variables. */
export const runOnStage = (
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const { PATH, HOME, LAMBDA_OWNER } = process.env;
    const env = { PATH, HOME, ...JSON.parse(LAMBDA_OWNER!), ...variables };
    const child = execFile(
      process.execPath,
      ["--import", preload, ...args],
      { cwd: root, env, maxBuffer: 50_000_000 },
      (_, stdout, stderr) => resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
