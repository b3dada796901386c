// Proves contract rules: upload-session-state.

import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sendFile } from "#cli/upload/send-file.ts";
import { findSource } from "#cli/upload/source.ts";
import { finishUpload } from "#lib/actions/uploads/finish-upload.ts";
import { completedUpload } from "#lib/actions/uploads/upload-progress.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { completeUpload, listUploads, presignParts, readUpload } from "#lib/routes/editor-uploads.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { call } from "#test/support/call.ts";
import { type Failure, failingAt } from "#test/support/faults.ts";
import { multipart } from "#test/support/form.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin, checksumOf, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const service = useServedFiles();

let heron: Buffer<ArrayBuffer>;
let bo: number;

beforeAll(async () => {
  heron = Buffer.from(await samplePicture());
  bo = (await readUserByName("bo"))!.id;
});

afterEach(() => vi.restoreAllMocks());

const begun = async (name = "heron.png"): Promise<number> => {
  const { id } = await begin(heron.length, { name }, "bo");
  await putPart(id, 1, heron, "bo");
  return id;
};

const read = (id: number) => call(readUpload, { as: "bo", params: { id } });
const listed = async (id: number) => {
  const { body } = await call(listUploads, { as: "bo" });
  return body.find((each: { id: number }) => each.id === id);
};

/** Continues an upload as documented: reads what has arrived, sends the rest, completes it, and uses it. */
const goOn = async (id: number) => {
  const { body } = await read(id);
  expect(await listed(id)).toEqual({ ...body, arrived: undefined });
  const parts = [{ number: 1, sha256: sha256Of(heron) }];
  const presigned = await call(presignParts, { as: "bo", params: { id }, body: { parts } });
  expect(presigned.body.code).toBe(body.state === "open" ? undefined : "upload_complete");
  if (body.state === "open" && body.arrived.length === 0) await putPart(id, 1, heron, "bo");
  const sha256 = checksumOf(heron);
  const completed = await call(completeUpload, { as: "bo", params: { id }, body: { sha256 } });
  expect(completed).toMatchObject({ status: 200, body: { state: "complete", sha256 } });
  return use(id);
};

const use = async (id: number) =>
  (await call(uploadImage, { as: "bo", ...(await multipart({ title: "Heron", file: String(id) })) })).status;

describe("an upload whose completion fails", () => {
  test.each<Failure>(["before", "after", "for good"])(
    "%s any of its steps, or with all that follow, is told as it is, and goes on",
    async (how) => {
      const told: string[] = [];
      for (let step = 0; ; step++) {
        const id = await begun();
        const wasReached = await failingAt(step, how, () => finishUpload(id, bo, null).catch(() => {}));
        const { status, body } = await read(id);
        const { key } = (await findUpload(id, bo))!;
        const isThere = (await service.store.head(fileKey(key))) !== undefined;
        expect([status, body.state]).toEqual([200, isThere ? "complete" : "open"]);
        expect(body.arrived).toHaveLength(isThere ? 0 : 1);
        told.push(body.state);
        expect((await completedUpload(id, bo))?.digest).toBe(isThere ? checksumOf(heron) : undefined);
        expect(await goOn(id)).toBe(201);
        if (!wasReached) break;
      }
      expect(new Set(told)).toEqual(new Set(["open", "complete"]));
    },
  );

  test("after its parts were joined can be used at once", async () => {
    const id = await begun();
    await joinOnly(id);
    expect(await use(id)).toBe(201);
  });

  test("goes on where a process ended after it had moved the file and before it cleared away", async () => {
    const id = await begun();
    await joinOnly(id);
    const { uploadId, key } = (await findUpload(id, bo))!;
    const folder = join(process.env.FILES_FOLDER!, "uploads", uploadId);
    await mkdir(folder);
    const description = { key, contentType: "image/png", sizeBytes: heron.length, partBytes: 8_388_608 };
    await writeFile(join(folder, "upload"), JSON.stringify({ ...description, startedAt: new Date() }));
    await writeFile(join(folder, `1-${heron.length}-${sha256Of(heron)}`), "");
    expect((await read(id)).body).toMatchObject({ state: "complete", arrived: [] });
    expect(await goOn(id)).toBe(201);
  });

  test("goes on where a process ended after it had described the file and before it moved it", async () => {
    const id = await begun();
    const { uploadId } = (await findUpload(id, bo))!;
    const content = join(process.env.FILES_FOLDER!, "uploads", uploadId, "content");
    await writeFile(content, Buffer.concat([heron, Buffer.from('{"key":"x"}\0\0\0\x0blecternF')]));
    expect((await read(id)).body).toMatchObject({ state: "open", arrived: [{ number: 1 }] });
    expect(await goOn(id)).toBe(201);
  });
});

/**
 * Joins the parts of an upload, as if the process ended before it stored that. The first time it ends when it
 * has stored the checksum.
 */
const joinOnly = async (id: number): Promise<void> => {
  const { key } = (await findUpload(id, bo))!;
  for (const isJoined of [false, true]) {
    await failingAt(2, "for good", () => finishUpload(id, bo, null).catch(() => {}));
    expect((await service.store.head(fileKey(key))) !== undefined).toBe(isJoined);
  }
  expect((await findUpload(id, bo))!.complete).toBe(false);
};

test("an upload that the file store has lost is none", async () => {
  const id = await begun();
  const { uploadId } = (await findUpload(id, bo))!;
  const folder = join(process.env.FILES_FOLDER!, "uploads", uploadId);
  await rename(folder, `${folder}-lost`);
  expect((await read(id)).status).toBe(404);
  expect((await call(completeUpload, { as: "bo", params: { id }, body: {} })).status).toBe(404);
  await rm(`${folder}-lost`, { recursive: true });
});

describe("lectern upload", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-upload-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("goes on with an upload whose parts were joined, and sends nothing again", async () => {
    const file = join(folder, "egret.png");
    await writeFile(file, heron);
    const id = await begun("egret.png");
    await joinOnly(id);
    const sent: boolean[] = [];
    const watcher = { begun: () => {}, arrived: (_: number, wasSent: boolean) => sent.push(wasSent) };
    const source = await findSource(file, undefined);
    const retries = { attempts: 2, firstWaitMs: 1 };
    expect(await sendFile({ url: service.url, token: "bo" }, source, watcher, retries)).toBe(id);
    expect(sent).toEqual([false]);
  });
});
