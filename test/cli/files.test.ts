// Proves contract rules: file-damage.

import { existsSync } from "node:fs";
import { appendFile, open, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { pathIn } from "#lib/files/disk-content.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { log } from "#lib/log.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { completeUpload, readUpload } from "#lib/routes/editor-uploads.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { expectFiles, strikeLeftoverFiles } from "#lib/store/leftovers.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { sweepUploads } from "#local/sweep-uploads.ts";
import { call } from "#test/support/call.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";
import { lectern } from "./lectern.ts";

useWorld();
const service = useServedFiles();

const pathOf = (key: string): string => pathIn(process.env.FILES_FOLDER!, fileKey(key));

/** Changes a byte in the middle of a stored file's content. */
const damage = async (key: string): Promise<void> => {
  await using handle = await open(pathOf(key), "r+");
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, 40);
  await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, 40);
};

/** Stores an image; gives its id and the keys of its files. */
const stored = async () => {
  const file = formFile("heron.png", await samplePicture());
  const { body } = await call(uploadImage, {
    as: "bo",
    ...(await multipart({ title: "Heron", file })),
  });
  const [image] = await readMediaOfKind("image", [body.id]);
  return {
    id: body.id as number,
    file: image!.file.key,
    cover: image!.cover.key,
    display: image!.display.key,
  };
};

/** The command's result, or its lines about one image. */
const verify = async (id?: number) => {
  const { status, stdout } = await lectern("files", "verify", "--json");
  const { files, problems } = JSON.parse(stdout);
  const own = problems.filter(({ media }: { media: string }) => media === `image ${id}`);
  return { status, files, problems: id === undefined ? problems : own };
};

const get = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/media/${key}`, { headers: { authorization: "Bearer bo", ...headers } });

describe("lectern files verify", () => {
  test("finds nothing where all is well, and says so", async () => {
    await stored();
    expect(await verify()).toEqual({ status: 0, files: 4, problems: [] });
    const { status, stdout } = await lectern("files", "verify");
    expect([status, stdout]).toEqual([
      0,
      "All 4 files of media are there and intact; nothing is left over.\n",
    ]);
  });

  test("leaves out files that are still waited for", async () => {
    const key = "images/999/0123456789ab/new.png";
    const expected = { kind: "image", id: 999, keys: [key] } as const;
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: null }));
    await (await openFiles()).put(fileKey(key), Buffer.from("new"), "image/png");
    expect((await verify()).status).toBe(0);
    await commitDecision(async () => ({ writes: [strikeLeftoverFiles(expected)], value: null }));
    expect((await verify(999)).problems).toEqual([{ problem: "left_over", key, media: "image 999" }]);
    await (await openFiles()).delete(fileKey(key));
  });

  test("names files that are missing, damaged in content or description, and left over", async () => {
    const { id, file, cover, display } = await stored();
    await rm(pathOf(file));
    await damage(cover);
    await appendFile(pathOf(display), "x");
    const lost = `images/${id}/0123456789ab/lost.png`;
    await (await openFiles()).put(fileKey(lost), Buffer.from("nobody's"), "image/png");
    const media = `image ${id}`;
    expect(await verify(id)).toEqual({
      status: 1,
      files: 8,
      problems: [
        { problem: "missing", key: file, media },
        { problem: "damaged", key: cover, media },
        { problem: "damaged", key: display, media },
        { problem: "left_over", key: lost, media },
      ],
    });
    const { status, stdout } = await lectern("files", "verify");
    expect([status, stdout]).toEqual([
      1,
      `missing    ${media}  ${file}\ndamaged    ${media}  ${cover}\ndamaged    ${media}  ${display}\nleft over  ${media}  ${lost}\n`,
    ]);
  });

  test("looks into files that came in parts as well", async () => {
    const bytes = Buffer.from(await samplePicture());
    const upload = await begin(bytes.length, { name: "egret.png" }, "bo");
    await putPart(upload.id, 1, bytes, "bo");
    await call(completeUpload, { as: "bo", params: { id: upload.id }, body: {} });
    const film = { key: fileKey(`uploads/${upload.id}/egret.png`) };
    const store = await openFiles();
    expect(await store.isIntact(film.key)).toBe(true);
    await damage(film.key);
    expect(await store.isIntact(film.key)).toBe(false);
  });
});

test("files that are missing or damaged come back from a backup, which lacks none of them", async () => {
  const { id, file, cover } = await stored();
  const backup = join(await temporaryFolder(), "backup");
  await lectern("backup", backup);
  await rm(pathOf(file));
  await damage(cover);
  const without = await lectern("files", "restore");
  expect([without.status, without.stderr]).toEqual([
    1,
    "A folder keeps no deleted files. --from FOLDER takes files from a backup.\n",
  ]);
  const { stdout } = await lectern("files", "restore", "--from", backup, "--json");
  expect(
    JSON.parse(stdout)
      .restored.filter((key: string) => key.startsWith(`images/${id}/`))
      .sort(),
  ).toEqual([file, cover].sort());
  expect((await verify(id)).problems).toEqual([]);
  expect((await lectern("files", "restore", "--from", join(backup, "media"))).stderr).toContain(
    "is no backup",
  );
});

test("a damaged file is not served: not whole, not in part, and not as a 304", async () => {
  const { file, cover } = await stored();
  const before = await get(file);
  const etag = before.headers.get("etag")!;
  expect(before.status).toBe(200);
  expect((await get(file, { "if-none-match": etag })).status).toBe(304);
  await damage(file);
  const told = vi.spyOn(log, "write").mockReturnValue();
  for (const headers of [{}, { range: "bytes=0-3" }, { "if-none-match": etag }]) {
    const answer = await get(file, headers);
    expect([answer.status, answer.headers.get("etag")]).toEqual([500, null]);
  }
  expect(JSON.stringify(told.mock.calls)).toContain(`The file ${file} is damaged and is not served`);
  told.mockRestore();
  expect((await get(cover)).status).toBe(200);
});

test("damaged uploads stop neither the removal of others nor new uploads of their owner", async () => {
  const store = await openFiles();
  const damaged = await begin(5, { name: "one.mp3" }, "bo");
  const other = await begin(5, { name: "other.mp3" }, "bo");
  const folderOf = async ({ id }: { id: number }) => {
    const { uploadId } = (await findUpload(id, (await readUserByName("bo"))!.id))!;
    return join(process.env.FILES_FOLDER!, "uploads", uploadId);
  };
  await writeFile(join(await folderOf(damaged), "upload"), "{");
  expect((await call(readUpload, { as: "bo", params: { id: damaged.id } })).status).toBe(404);
  await store.put(fileKey("uploads/1/a.mp3"), Buffer.from("one"), "audio/mpeg");
  await store.put(fileKey("uploads/2/b.mp3"), Buffer.from("other"), "audio/mpeg");
  await truncate(pathOf("uploads/1/a.mp3"), 2);
  vi.spyOn(clock, "nowMs").mockReturnValue(Date.now() + 26 * 3_600_000);
  await sweepUploads();
  vi.restoreAllMocks();
  for (const each of [damaged, other]) expect(existsSync(await folderOf(each))).toBe(false);
  expect((await service.keys()).filter((key) => key.startsWith("uploads/"))).toEqual([]);
});
