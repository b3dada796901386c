import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FilesBeside } from "#cli/publish/media/files-beside.ts";
import { MediaSearch } from "#cli/publish/media/find-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-beside-"));
});
afterAll(() => rm(folder, { recursive: true }));

const named = async (name: string, bytes: number) => {
  await writeFile(join(folder, name), "\xff\xd8\xff\xe0", "latin1");
  await truncate(join(folder, name), bytes);
  const found = await new MediaSearch().find({ file: join(folder, "a.md") }, name, "image");
  if ("fault" in found) throw new Error(found.fault);
  return { ...found, line: 1 };
};

test("the reading of each file is shown part by part, and what the service would not take is not read", async () => {
  const [large, small, tooLarge] = [
    await named("large.jpg", 20_000_000),
    await named("small.jpg", 9),
    await named("too-large.jpg", 1_000_000_000),
  ];
  const limits = { image_bytes: 20_000_000, audio_bytes: 1, video_bytes: 1 };
  const files = new FilesBeside(limits as ConstructorParameters<typeof FilesBeside>[0]);
  const shown: string[] = [];
  const note = (text: string) => void shown.push(text);
  const progress = { show: note, clear: () => note(""), [Symbol.dispose]: () => {} };
  await files.read([large, small, large, tooLarge], progress);
  expect(shown).toEqual([
    `reading 1/2  ${large.file}: 0 % of 20 MB`,
    `reading 1/2  ${large.file}: 41 % of 20 MB`,
    `reading 1/2  ${large.file}: 83 % of 20 MB`,
    `reading 2/2  ${small.file}: 0 % of 9 bytes`,
    "",
  ]);
  expect(files.problemsOf([large, tooLarge])).toEqual([
    {
      line: 1,
      message: `${tooLarge.file} has 1000000000 bytes; the service takes images of up to 20000000.`,
    },
  ]);
});
