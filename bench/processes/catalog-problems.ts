import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { environmentWith } from "./environment.ts";

const command = fileURLToPath(new URL("../../cli/lectern.js", import.meta.url));

/** What `lectern catalog verify` complains of, of a data directory that no service uses. */
export const catalogProblems = (data: string): Promise<string[]> =>
  promisify(execFile)(process.execPath, [command, "catalog", "verify", `--data=${data}`], {
    env: environmentWith({}),
  }).then(
    () => [],
    ({ stdout, stderr }) => [`lectern catalog verify: ${stdout} ${stderr}`.trim()],
  );
