import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("information goes to standard output, problems to standard error, each as one line of JSON", async () => {
  const script = `
    import { log } from "#lib/log.ts";
    for (const level of ["info", "warning", "error", "alarm"]) log.write(level, { said: "a\\nb" });
  `;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script,
  ]);
  const time = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;
  const withoutTime = (lines: string) => lines.replaceAll(time, "UTC");
  const line = (level: string) => `{"level":"${level}","time":UTC,"said":"a\\nb"}\n`;
  expect({ stdout: withoutTime(stdout), stderr: withoutTime(stderr) }).toEqual({
    stdout: line("info"),
    stderr: line("warning") + line("error") + line("alarm"),
  });
});
