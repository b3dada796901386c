import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { installedLectern } from "#cli/installed.ts";
import { type CommandSet, main } from "#cli/main.ts";

/** What a command printed, and its exit status. */
export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without the profiles of whoever runs the tests. */
const ofTests = { LECTERN_CONFIG: join(tmpdir(), "lectern-no-profiles.json") };

/** Runs `lectern` in this process, on the test's engine and table. */
export const lectern = (...args: string[]): Promise<CommandResult> => lecternReading("", ...args);

/** Runs `lectern` as on a machine without an engine of its own. */
export const lecternAlone = (...args: string[]): Promise<CommandResult> => {
  const { DYNAMODB_ENDPOINT, TABLE_FILE, ...environment } = process.env;
  return lecternIn(environment, "", args);
};

/** Runs `lectern` with this text on its standard input. */
export const lecternReading = (input: string | Buffer, ...args: string[]): Promise<CommandResult> =>
  lecternIn(process.env, input, args);

/** Runs `lectern` with these environment variables only. */
export const lecternIn = async (
  environment: NodeJS.ProcessEnv,
  input: string | Buffer,
  args: readonly string[],
  program: CommandSet = installedLectern,
): Promise<CommandResult> => {
  const written = { stdout: "", stderr: "" };
  const terminal = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const status = await main(program, args, {
    environment: { ...ofTests, ...environment },
    stdin: Readable.from([input]),
    stdout: terminal("stdout"),
    stderr: terminal("stderr"),
  });
  return { status, ...written };
};
