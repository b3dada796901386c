// Proves contract rules: unavailable.

import { afterEach, expect, test, vi } from "vitest";
import { openFiles } from "#lib/files/open-files.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

afterEach(() => {
  vi.restoreAllMocks();
});

const upload = async () => {
  const file = formFile("marsh.jpg", await samplePicture("jpeg"), "image/jpeg");
  const form = await multipart({ title: "The marsh", collection: String(world.shows), file });
  return call(uploadImage, { as: "ada", ...form });
};

const failing = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(`${code}: not now`), { code });
};

test.each(["EROFS", "EACCES", "EPERM", "EIO", "EMFILE"])(
  "where the folder of files says %s, a file is refused with 503, nothing is left, and later it is taken",
  async (code) => {
    const before = await everythingStored();
    const files = await openFiles();
    vi.spyOn(files, "put").mockImplementation(failing(code));
    using log = captureLog();
    const { status, headers, body } = await upload();
    expect([status, headers["retry-after"], body.code]).toEqual([503, "2", "unavailable"]);
    expect(JSON.stringify(log.lines)).toContain(`${code}: not now`);
    expect(await everythingStored()).toEqual(before);
    vi.restoreAllMocks();
    expect((await upload()).status).toBe(201);
  },
);

test("where nothing can be removed either, the answer is the same", async () => {
  using _ = captureLog();
  const files = await openFiles();
  vi.spyOn(files, "put").mockImplementation(failing("EROFS"));
  vi.spyOn(files, "delete").mockImplementation(failing("EROFS"));
  expect((await upload()).status).toBe(503);
});
