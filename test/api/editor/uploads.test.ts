// Proves contract rules: upload-sessions, upload-session-state.

import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { completedUpload, storedUpload } from "#lib/actions/uploads/upload-progress.ts";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import { log } from "#lib/log.ts";
import {
  completeUpload,
  createUpload,
  discardUpload,
  listUploads,
  presignParts,
  readUpload,
} from "#lib/routes/editor-uploads.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { findUpload, findUploads, putUpload } from "#lib/store/uploads.ts";
import { call } from "#test/support/call.ts";
import { costOf } from "#test/support/metering.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin, checksumOf, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const files = useServedFiles();

/** Other tests are about the limits of a user. */
afterEach(async () => {
  for (const { id } of await findUploads(await userId())) await removeUpload(id, await userId());
});

const mebibyte = 1024 * 1024;
const song = Buffer.from("a song of the marsh");

const userId = async (name = "ada") => (await readUserByName(name))!.id;
const read = (id: number, as = "ada") => call(readUpload, { as, params: { id } });
const complete = (id: number, body: Record<string, unknown> = {}, as = "ada") =>
  call(completeUpload, { as, params: { id }, body });
const remove = (id: number, as = "ada") => call(discardUpload, { as, params: { id } });
const presign = (id: number, parts: unknown, as = "ada") =>
  call(presignParts, { as, params: { id }, body: { parts } });

/** A session with its only part. */
const sent = async (fields: Record<string, unknown> = {}) => {
  const { id } = await begin(song.length, { name: "song.mp3", ...fields });
  expect(await putPart(id, 1, song)).toBe(200);
  return id as number;
};

describe("an upload that is begun", () => {
  test("says how long it may take, and in which parts it is to be sent", async () => {
    const before = Date.now();
    const { status, body } = await call(createUpload, {
      as: "ada",
      body: { name: "Über Land.mp4", content_type: "video/mp4", size: 20 * mebibyte },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: "Über Land.mp4",
      content_type: "video/mp4",
      size: 20 * mebibyte,
      state: "open",
      sha256: null,
      expires_at: expect.any(String),
      part_size: 8 * mebibyte,
      parts: 3,
      url: `/api/editor/uploads/${body.id}/`,
    });
    const hours = (Date.parse(body.expires_at) - before) / 3_600_000;
    expect(Math.round(hours * 100)).toBe(2400);
    expect((await read(body.id)).body).toEqual({ ...body, arrived: [] });
  });

  test.each([
    [1, 8 * mebibyte, 1],
    [8 * mebibyte, 8 * mebibyte, 1],
    [8 * mebibyte + 1, 8 * mebibyte, 2],
    [2_147_483_648, 8 * mebibyte, 256],
  ])("of %i bytes has parts of %i bytes, %i of them", async (size, part_size, parts) => {
    expect(await begin(size)).toMatchObject({ part_size, parts });
  });

  test("of terabytes has longer parts, and no more than a thousand", async () => {
    vi.stubEnv("SITE_VIDEO_UPLOAD_MAX_BYTES", "5000000000000");
    const { part_size, parts } = await begin(5_000_000_000_000);
    vi.unstubAllEnvs();
    expect(part_size % mebibyte).toBe(0);
    expect(parts).toBeLessThanOrEqual(1_000);
    expect(part_size * parts).toBeGreaterThanOrEqual(5_000_000_000_000);
  });

  test.each([
    ["left out", {}],
    ["empty", { content_type: "" }],
  ])("has the type of plain bytes where the type is %s", async (_, fields) => {
    expect((await begin(1, fields)).content_type).toBe("application/octet-stream");
  });

  test.each([
    ["nothing", {}, { name: "required", size: "required" }],
    ["null", { name: null, size: null }, { name: "null", size: "null" }],
    ["no name and no bytes", { name: " ", size: 0 }, { name: "blank", size: "min_value" }],
    ["a long name", { name: "x".repeat(256), size: 1 }, { name: "max_length" }],
    ["a size in words", { name: "x", size: "many" }, { size: "invalid" }],
    ["a negative size", { name: "x", size: -1 }, { size: "min_value" }],
    ["a type of two lines", { name: "x", size: 1, content_type: "a/b\r\nx: y" }, { content_type: "invalid" }],
    ["a type in a word", { name: "x", size: 1, content_type: "video" }, { content_type: "invalid" }],
    ["half a checksum", { name: "x", size: 1, sha256: "ab12" }, { sha256: "invalid" }],
    ["more than any file may have", { name: "x", size: 2_147_483_649 }, { size: "file_too_large" }],
  ])("is refused with %s", async (_, body, codes) => {
    const before = await files.keys();
    const { status, body: answer } = await call(createUpload, { as: "ada", body });
    expect(status).toBe(400);
    const found = Object.entries(answer.errors as Record<string, { code: string }[]>);
    expect(Object.fromEntries(found.map(([path, [first]]) => [path, first?.code]))).toEqual(codes);
    expect(await files.keys()).toEqual(before);
  });

  test("may be as large as the largest kind of media", async () => {
    vi.stubEnv("SITE_UPLOADS_MAX_BYTES", "1000000000");
    vi.stubEnv("SITE_VIDEO_UPLOAD_MAX_BYTES", "100");
    expect((await call(createUpload, { as: "ada", body: { name: "x", size: 536_870_912 } })).status).toBe(
      201,
    );
    vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", "100");
    expect((await call(createUpload, { as: "ada", body: { name: "x", size: 10_485_760 } })).status).toBe(201);
    expect((await call(createUpload, { as: "ada", body: { name: "x", size: 10_485_761 } })).status).toBe(400);
    vi.unstubAllEnvs();
  });
});

describe("the parts of an upload", () => {
  test("are sent by presigned requests, in any order, and told as they arrive", async () => {
    const parts = [randomBytes(8 * mebibyte), randomBytes(1_000)] as const;
    const { id } = await begin(8 * mebibyte + 1_000);
    expect(await putPart(id, 2, parts[1])).toBe(200);
    const second = { number: 2, size: 1_000, sha256: sha256Of(parts[1]) };
    expect((await read(id)).body.arrived).toEqual([second]);
    expect(await putPart(id, 1, parts[0])).toBe(200);
    const first = { number: 1, size: 8 * mebibyte, sha256: sha256Of(parts[0]) };
    expect((await read(id)).body.arrived).toEqual([first, second]);
    const { status, body } = await complete(id);
    expect([status, body.state, body.sha256]).toEqual([200, "complete", checksumOf(...parts)]);
    const stored = await files.store.get(fileKey(`uploads/${id}/heron.mp4`));
    expect(stored!.sizeBytes).toBe(8 * mebibyte + 1_000);
    stored!.body.destroy();
  });

  test("get requests that are good for an hour, whatever the case of the checksum", async () => {
    const { id } = await begin(song.length);
    const { status, body } = await presign(id, [{ number: 1, sha256: sha256Of(song).toUpperCase() }]);
    expect(status).toBe(200);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    const [{ number, method, url, headers }] = body.parts;
    expect([number, method]).toEqual([1, "PUT"]);
    expect((await fetch(url, { method, headers, body: song })).status).toBe(200);
  });

  test.each<[string, (body: AsyncIterable<Uint8Array>) => Promise<unknown>]>([
    ["at all", async () => {}],
    ["to its end", async (body) => body[Symbol.asyncIterator]().next()],
  ])(
    "that the store cannot keep, and did not read %s, are a 500, and can be sent again",
    async (_, readSome) => {
      const { id } = await begin(8 * mebibyte);
      const part = randomBytes(8 * mebibyte);
      const complain = vi.spyOn(log, "write").mockReturnValue();
      vi.spyOn(files.store.uploads, "receive").mockImplementationOnce(async (_upload, _part, body) => {
        await readSome(body as AsyncIterable<Uint8Array>);
        throw new Error("The disk is full");
      });
      expect(await putPart(id, 1, part)).toBe(500);
      expect(complain).toHaveBeenCalledOnce();
      vi.restoreAllMocks();
      expect(await putPart(id, 1, part)).toBe(200);
    },
  );

  test("get requests for where the service is asked, when the store is there as well", async () => {
    const { id } = await begin(song.length);
    vi.stubEnv("FILES_ADDRESS", "/_files");
    const { body } = await presign(id, [{ number: 1, sha256: sha256Of(song) }]);
    vi.unstubAllEnvs();
    expect(body.parts[0].url).toMatch(/^https?:\/\/[^/]+\/_files\/uploads\//);
  });

  test("get no requests that outlive the upload", async () => {
    const { id } = await begin(song.length);
    const upload = (await findUpload(id, await userId()))!;
    const expiresAt = Math.floor(Date.now() / 1000) + 100;
    await commitDecision(async () => ({ writes: [putUpload({ ...upload, expiresAt }, 1)], value: null }));
    const { body } = await presign(id, [{ number: 1, sha256: sha256Of(song) }]);
    expect(Date.parse(body.expires_at)).toBe(expiresAt * 1000);
  });

  const sha256 = sha256Of(song);

  test.each<[string, unknown, Record<string, string>]>([
    ["nothing", undefined, { parts: "required" }],
    ["no list", "1", { parts: "not_a_list" }],
    [
      "parts that are none",
      [{}, 7],
      {
        "parts.0.number": "required",
        "parts.0.sha256": "required",
        "parts.1": "invalid",
        "parts.1.non_field_errors": "invalid",
      },
    ],
    [
      "numbers that there are not",
      [
        { number: 0, sha256 },
        { number: 1, sha256: "x" },
      ],
      { "parts.0.number": "min_value", "parts.1.sha256": "invalid" },
    ],
    ["a number beyond the last", [{ number: 3, sha256 }], { "parts.0.number": "invalid_choice" }],
    [
      "a number twice",
      [
        { number: 2, sha256 },
        { number: 2, sha256 },
      ],
      { "parts.1.number": "duplicate" },
    ],
  ])("get no requests for %s", async (_, parts, codes) => {
    const { id } = await begin(8 * mebibyte + 1);
    const { status, body } = await presign(id, parts);
    expect(status).toBe(400);
    const found = Object.entries(body.errors as Record<string, { code: string }[]>);
    expect(Object.fromEntries(found.map(([path, [first]]) => [path, first?.code]))).toEqual(codes);
  });

  test("get requests for a hundred at a time", async () => {
    const { id } = await begin(1_000 * mebibyte);
    const parts = Array.from({ length: 101 }, (_, index) => ({ number: index + 1, sha256 }));
    expect((await presign(id, parts)).body.errors).toMatchObject({ parts: [{ code: "max_length" }] });
    const { status, body } = await presign(id, parts.slice(1));
    expect([status, body.parts.length]).toEqual([200, 100]);
    expect((await presign(id, [])).body.parts).toEqual([]);
  });
});

describe("an upload that is completed", () => {
  test("is a file that media can be made of, until it is removed with everything of it", async () => {
    const id = await sent({ content_type: "audio/mpeg" });
    expect(await completedUpload(id, await userId())).toBeUndefined();
    await complete(id);
    const upload = await completedUpload(id, await userId());
    expect(upload).toMatchObject({
      id,
      complete: true,
      key: `uploads/${id}/song.mp3`,
      name: "song.mp3",
      contentType: "audio/mpeg",
      sizeBytes: song.length,
      digest: checksumOf(song),
    });
    const stored = await files.store.get(fileKey(upload!.key));
    expect(stored!.contentType).toBe("audio/mpeg");
    expect(await text(stored!.body)).toBe(String(song));
    expect(await removeUpload(id, await userId())).toBe(true);
    expect(await files.keys()).not.toContain(upload!.key);
    expect(await completedUpload(id, await userId())).toBeUndefined();
  });

  test("answers the same again, and takes no more parts", async () => {
    const id = await sent();
    const first = await complete(id, { sha256: checksumOf(song) });
    const again = await complete(id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await read(id)).body).toEqual({ ...first.body, arrived: [] });
    const { status, body } = await presign(id, [{ number: 1, sha256: sha256Of(song) }]);
    expect([status, body.code]).toEqual([409, "upload_complete"]);
  });

  test("by many at once is completed once, and all of them hear the same", async () => {
    const id = await sent();
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test("is complete although the call that joined its parts did not live to say so", async () => {
    const id = await sent();
    const upload = (await findUpload(id, await userId()))!;
    const parts = (await files.store.uploads.parts(storedUpload(upload)))!;
    const chosen = { ...upload, sha256: checksumOf(song), version: 2 };
    await commitDecision(async () => ({ writes: [putUpload(chosen, 1)], value: null }));
    await files.store.uploads.complete(storedUpload(upload), parts);
    expect((await complete(id, { sha256: sha256Of(song) })).status).toBe(400);
    const { status, body } = await complete(id);
    expect([status, body.state, body.sha256]).toEqual([200, "complete", checksumOf(song)]);
  });

  test("is refused while parts are missing, and says how many", async () => {
    const { id } = await begin(16 * mebibyte + 1);
    await putPart(id, 3, Buffer.from("x"));
    const { status, body } = await complete(id);
    expect([status, body]).toEqual([
      409,
      { code: "upload_incomplete", detail: "2 of 3 parts have not arrived." },
    ]);
    expect((await read(id)).body).toMatchObject({ state: "open", arrived: [{ number: 3 }] });
  });

  test.each([
    ["when it is begun", { sha256: checksumOf(Buffer.from("another")) }, {}],
    ["when it is completed", {}, { sha256: checksumOf(Buffer.from("another")) }],
  ])("stays open where another checksum was said %s", async (_, begun, completed) => {
    const id = await sent(begun);
    const { status, body } = await complete(id, completed);
    expect([status, body.errors]).toMatchObject([400, { sha256: [{ code: "mismatch" }] }]);
    expect((await read(id)).body).toMatchObject({ state: "open", sha256: null, arrived: [{ number: 1 }] });
    expect(await completedUpload(id, await userId())).toBeUndefined();
  });

  test("is what was said of it", async () => {
    const id = await sent({ sha256: checksumOf(song).toUpperCase() });
    expect((await complete(id)).status).toBe(200);
    expect((await complete(id, { sha256: checksumOf(song).toUpperCase() })).status).toBe(200);
    const { status, body } = await complete(id, { sha256: checksumOf(Buffer.from("another")) });
    expect([status, body.errors.sha256[0].code]).toEqual([400, "mismatch"]);
  });
});

describe("an upload that is given up", () => {
  test.each([
    ["before anything arrived", async () => (await begin(1)).id],
    ["in the middle", () => sent()],
    [
      "when it is complete",
      async () => {
        const id = await sent();
        await complete(id);
        return id;
      },
    ],
  ])("%s is gone with everything of it", async (_, make) => {
    const before = await files.keys();
    const id = await make();
    const answer = await remove(id);
    expect([answer.status, answer.body]).toEqual([204, ""]);
    expect(await files.keys()).toEqual(before);
    for (const gone of [await read(id), await complete(id), await remove(id), await presign(id, [])])
      expect([gone.status, gone.body.code]).toEqual([404, "not_found"]);
  });

  test("while it is completed leaves nothing behind", async () => {
    const before = await files.keys();
    for (let round = 0; round < 5; round++) {
      const id = await sent();
      const [completed, removed] = await Promise.all([complete(id), remove(id)]);
      expect([200, 404, 503]).toContain(completed.status);
      if (removed.status !== 204) await remove(id);
      expect((await read(id)).status).toBe(404);
    }
    expect(await files.keys()).toEqual(before);
  });
});

describe("an upload is nobody's but its owner's", () => {
  test.each(["bo", "su"])("for %s it does not exist", async (other) => {
    const id = await sent();
    const answers = [
      await read(id, other),
      await presign(id, [{ number: 1, sha256: sha256Of(song) }], other),
      await complete(id, {}, other),
      await remove(id, other),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, "not_found"]);
    expect(await completedUpload(id, await userId(other))).toBeUndefined();
    expect((await complete(id)).status).toBe(200);
  });

  test("who finds it in their list, the newest first", async () => {
    const one = await begin(1, {}, "bo");
    const other = await begin(2, { name: "other.mp3" }, "bo");
    const { status, body } = await call(listUploads, { as: "bo" });
    expect([status, body]).toEqual([200, [other, one]]);
  });
});

test("an expired upload is not found, even before it is removed", async () => {
  const id = await sent();
  await complete(id);
  const upload = (await findUpload(id, await userId()))!;
  const expiresAt = Math.floor(Date.now() / 1000);
  const expired = { ...upload, expiresAt };
  await commitDecision(async () => ({ writes: [putUpload(expired, upload.version)], value: null }));
  for (const { status } of [await read(id), await complete(id), await remove(id), await presign(id, [])])
    expect(status).toBe(404);
  expect(await completedUpload(id, await userId())).toBeUndefined();
  const { body } = await call(listUploads, { as: "ada" });
  expect(body.map((each: { id: number }) => each.id)).not.toContain(id);
});

test("finding a complete upload costs one request, and its parts cost the table nothing", async () => {
  const id = await sent();
  const ada = await userId();
  expect((await costOf(() => completedUpload(id, ada))).requests).toBe(1);
  const { requests } = await costOf(() => presign(id, [{ number: 1, sha256: sha256Of(song) }]));
  const { requests: reading } = await costOf(() => read(id));
  expect(requests).toBe(reading);
});
