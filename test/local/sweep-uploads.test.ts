import { afterEach, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import { sweepUploads } from "#local/sweep-uploads.ts";
import { call } from "#test/support/call.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const files = useServedFiles();
const song = Buffer.from("a song of the marsh");

afterEach(() => vi.useRealTimers());

const later = (hours: number) => vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ["Date"] });

test("uploads that nobody can use any more are removed, and no other file", async () => {
  const kept = fileKey("images/1/0a1b2c3d4e5f/heron.jpg");
  await files.store.put(kept, song, "image/jpeg");
  await files.store.put(fileKey("uploads/inline/heron.jpg"), song, "image/jpeg");
  const open = await begin(song.length);
  await putPart(open.id, 1, song);
  const complete = await begin(song.length);
  await putPart(complete.id, 1, song);
  await call(completeUpload, { as: "ada", params: { id: complete.id } });
  const all = await files.keys();
  expect(all).toHaveLength(4);
  await sweepUploads();
  expect(await files.keys()).toEqual(all);
  later(24.9);
  await sweepUploads();
  expect(await files.keys()).toEqual(all);
  later(1);
  await sweepUploads();
  expect(await files.keys()).toEqual([kept]);
});
