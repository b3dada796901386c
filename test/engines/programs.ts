import { type ExecFileOptions, execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** Where Go's own installation puts it, which leaves it to the user to add this to the PATH. */
const folderOfGo = "/usr/local/go/bin";

const environment = { ...process.env, PATH: [process.env.PATH, folderOfGo].join(delimiter) };

export const run = (program: string, args: readonly string[], options: ExecFileOptions = {}) =>
  promisify(execFile)(program, args, { ...options, env: environment, encoding: "utf8" });

/** What is downloaded and built; not in git. */
export const programsFolder = join(import.meta.dirname, ".programs");

/** A server for tests, and its end. */
export interface TestServer {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** What a program prints; empty if it is not installed, or fails. */
const printed = (program: string, args: readonly string[]): Promise<string> =>
  run(program, args).then(
    ({ stdout }) => stdout,
    () => "",
  );

const hasJava = async (): Promise<boolean> => {
  const [, version] = /^\S+ (\d+)/.exec(await printed("java", ["--version"])) ?? [];
  return Number(version) >= 17 && (await printed("mvn", ["--version"])) !== "";
};

const hasGo = async (): Promise<boolean> => (await printed("go", ["version"])) !== "";

/** The engines that this machine can run. */
export const availableEngines = async () => {
  const [dynamoDbLocal, versitygw] = await Promise.all([hasJava(), hasGo()]);
  return { dynamoDbLocal, versitygw };
};
