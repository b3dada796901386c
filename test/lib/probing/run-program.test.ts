import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { runProgram } from "#lib/probing/run-program.ts";
import { inMs } from "./media-files.ts";
import { standIn } from "./stand-in.ts";

const run = async (milliseconds = 10_000, ...programArguments: string[]) => {
  const limits = { deadlineMs: inMs(milliseconds), outputBytes: 10_000 };
  const output = await runProgram("ffprobe", programArguments, limits);
  return Buffer.isBuffer(output) ? output.toString() : output;
};

test("a program's output is what it wrote, and its arguments arrive as they are", async () => {
  standIn("ffprobe", `printf '%s|' "$@"`);
  expect(await run(10_000, "a b", "$HOME; exit 1", "-f", "", "*")).toBe("a b|$HOME; exit 1|-f||*|");
});

test("a program that hangs is killed when its time is over", async () => {
  standIn("ffprobe", "exec sleep 61.7531");
  expect(await run(300)).toMatchObject({ failure: "probe_timeout" });
  expect(execFileSync("ps", ["-A", "-o", "args"]).toString()).not.toContain("61.7531");
});

test("a program that will not be told to end is killed nevertheless", async () => {
  standIn("ffprobe", "trap '' TERM INT HUP; while :; do :; done");
  expect(await run(300)).toMatchObject({ failure: "probe_timeout" });
});

test("no program is started when no time is left", async () => {
  const path = standIn("ffprobe", 'rm "$1"');
  expect(await run(0, path)).toMatchObject({ failure: "probe_timeout" });
  expect(existsSync(path)).toBe(true);
});

test.each([
  ["output", "exec yes"],
  ["complaints", "exec yes >&2"],
])("a program that floods its %s is stopped", async (_, script) => {
  standIn("ffprobe", script);
  expect(await run()).toEqual({ failure: "probe_failed", reason: "ffprobe wrote too much" });
});

test.each([
  ["ends badly", "echo fine; echo first >&2; echo second >&2; exit 3", "ffprobe: second"],
  ["ends badly without a word", "exit 3", "ffprobe: ended with 3"],
  ["is killed by others", "kill -9 $$", "ffprobe: ended with SIGKILL"],
])("a program that %s has failed, whatever it wrote", async (_, script, reason) => {
  standIn("ffprobe", script);
  expect(await run()).toEqual({ failure: "probe_failed", reason });
});

test("a program that is not there has failed", async () => {
  vi.stubEnv("FFPROBE_PATH", "/nowhere/ffprobe");
  expect(await run()).toEqual({
    failure: "probe_failed",
    reason: expect.stringMatching(/not found|nowhere/),
  });
});

test("a program gets no input, and sees nothing of the environment", async () => {
  vi.stubEnv("SITE_SECRET", "heron");
  standIn("ffprobe", `cat; echo "[$SITE_SECRET][$HOME]"`);
  expect(await run()).toBe("[][]\n");
});

test("a program cannot write files", async () => {
  const path = standIn("ffprobe", `echo written >> "$0"; exit 0`);
  expect(await run()).toMatchObject({ failure: "probe_failed" });
  expect(readFileSync(path, "utf8")).not.toMatch(/^written$/m);
});

test.runIf(process.platform === "linux")("a program gets one GiB of memory and no more", async () => {
  standIn("ffprobe", "ulimit -v");
  expect(await run()).toBe("1048576\n");
});
