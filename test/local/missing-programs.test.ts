import { expect, test } from "vitest";
import type { Program } from "#lib/probing/find-program.ts";
import { missingPrograms } from "#local/missing-programs.ts";

const finding =
  (...there: readonly Program[]) =>
  async (program: Program) =>
    there.includes(program) ? process.execPath : undefined;

test("a service says which program is missing, what it cannot do, and how to get it", async () => {
  const [line, ...others] = await missingPrograms(finding("ffprobe"));
  expect(line).toMatch(/^ffmpeg is missing, so videos get no poster: `npm run ffmpeg` .*apt install ffmpeg/);
  expect(others).toEqual([]);
  expect((await missingPrograms(finding()))[0]).toMatch(/^ffprobe is missing, so no audio and no video/);
});

test("and nothing where all are there", async () => {
  expect(await missingPrograms(finding("ffprobe", "ffmpeg"))).toEqual([]);
});

test("a setting that names no program is told, and what the service cannot do then", async () => {
  const find = async (program: Program) => (program === "ffmpeg" ? "/nowhere/ffmpeg" : process.execPath);
  expect(await missingPrograms(find)).toEqual([
    expect.stringMatching(
      /^FFMPEG_PATH is \/nowhere\/ffmpeg, which cannot be run, so videos get no poster: /,
    ),
  ]);
});
