import { createRequire } from "node:module";
import { dirname } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { findProgram } from "#lib/probing/find-program.ts";
import { standIn } from "./stand-in.ts";

const require = createRequire(import.meta.url);

// Once the package has told its path, it tells the same for as long as it is loaded.
beforeEach(() => {
  delete require.cache[require.resolve("@ffprobe-installer/ffprobe")];
});

test("where npm has no program for a machine, the search path leads to one or to none", async () => {
  vi.stubEnv("npm_config_platform", "plan9");
  const path = standIn("ffprobe", "exit 0");
  vi.stubEnv("FFPROBE_PATH", "");
  vi.stubEnv("PATH", `/nowhere:${dirname(path)}/missing`);
  expect(await findProgram("ffprobe")).toBeUndefined();
});

test("npm's program is taken where nothing else is said", async () => {
  expect(await findProgram("ffprobe")).toMatch(/node_modules/);
});

test("the program that a setting names wins", async () => {
  const path = standIn("ffprobe", "exit 0");
  expect(await findProgram("ffprobe")).toBe(path);
});
