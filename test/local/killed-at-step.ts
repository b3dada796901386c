import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before a program (`node --import`); kills it by SIGKILL at the change of the file system numbered in
 * KILL_AT_STEP, from 0: before the change, or in the middle of a write.
 */
let stepsLeft = Number(process.env.KILL_AT_STEP);

type Change = (...given: unknown[]) => Promise<unknown>;
const changes = promises as unknown as Record<string, Change>;

for (const name of ["chmod", "link", "mkdir", "rename", "rm", "truncate", "writeFile"]) {
  const change = changes[name]!;
  changes[name] = async (...given) => {
    if (stepsLeft-- > 0) return change(...given);
    const [file, text, options] = given;
    if (name === "writeFile") await change(file, String(text).slice(0, String(text).length / 2), options);
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => {});
  };
}
syncBuiltinESMExports();
