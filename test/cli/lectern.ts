import { Readable } from "node:stream";
import { main } from "#cli/main.ts";

/** What became of a command line. */
export interface Answer {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `lectern` in this process, on the engine and the table that the test has. */
export const lectern = (...args: string[]): Promise<Answer> => lecternReading("", ...args);

/** The same as it would be on a machine without an engine of its own. */
export const lecternAlone = (...args: string[]): Promise<Answer> => {
  const { DYNAMODB_ENDPOINT, ...environment } = process.env;
  return run("", args, environment);
};

/** The same, with something on the standard input. */
export const lecternReading = (input: string | Buffer, ...args: string[]): Promise<Answer> =>
  run(input, args, process.env);

const run = async (
  input: string | Buffer,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<Answer> => {
  const written = { stdout: "", stderr: "" };
  const terminal = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const status = await main(args, {
    environment,
    stdin: Readable.from([input]),
    stdout: terminal("stdout"),
    stderr: terminal("stderr"),
  });
  return { status, ...written };
};
