// Proves contract rules: upload-session-rights, upload-session-limits.

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { sha256Of } from "#lib/files/part-checksum.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createUpload, discardUpload, listUploads, presignParts } from "#lib/routes/editor-uploads.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { findUploads, putUpload } from "#lib/store/uploads.ts";
import { call } from "#test/support/call.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const files = useServedFiles();

/** `im`, `au` and `vi` may add images, audios and videos. */
const kinds = { im: "images", au: "audios", vi: "videos" };

beforeAll(() =>
  applyManifest({
    version: 1,
    groups: Object.entries(kinds).map(([name, kind]) => ({
      name,
      admin_access: true,
      collections: [{ collection: "Root/Shows", [kind]: ["add", "choose"] }],
    })),
    users: Object.keys(kinds).map((name) => ({ username: name, groups: [name] })),
    tokens: Object.keys(kinds).map((name) => ({ name, user: name, secret: name })),
  }),
);

const create = (name: string, as: string, size = 1) => call(createUpload, { as, body: { name, size } });
const userId = async (name: string) => (await readUserByName(name))!.id;

describe("an upload needs the right to add what the file can become", () => {
  test.each([
    ["heron.jpg", ["im", "vi"]],
    ["song.mp3", ["au"]],
    ["song.ogg", ["au"]],
    ["film.mov", ["vi"]],
    ["something", ["im", "au", "vi"]],
  ])("%s: %j", async (name, allowed) => {
    const before = await files.keys();
    const answers = await Promise.all(["im", "au", "vi", "di", "cy"].map((as) => create(name, as)));
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused.map(({ body }) => body.code)).toEqual(
      Array(5 - allowed.length).fill("no_upload_collection"),
    );
    for (const [index, as] of ["im", "au", "vi"].entries()) {
      expect(answers[index]?.status).toBe(allowed.includes(as) ? 201 : 403);
      if (allowed.includes(as)) await removeUpload(answers[index]?.body.id, await userId(as));
    }
    expect(await files.keys()).toEqual(before);
  });

  test("also when its parts are about to be sent", async () => {
    const { id } = await begin(5, { name: "song.mp3" }, "au");
    const rights = (audios: readonly string[]) =>
      applyManifest({
        version: 1,
        groups: [{ name: "au", admin_access: true, collections: [{ collection: "Root/Shows", audios }] }],
      });
    const presign = () =>
      call(presignParts, {
        as: "au",
        params: { id },
        body: { parts: [{ number: 1, sha256: sha256Of(Buffer.from("heron")) }] },
      });
    await rights(["choose"]);
    expect(await presign()).toMatchObject({ status: 403, body: { code: "no_upload_collection" } });
    await rights(["add", "choose"]);
    expect((await presign()).status).toBe(200);
  });
});

describe("the uploads of a user", () => {
  beforeEach(async () => {
    for (const { id } of await findUploads(await userId("bo"))) await removeUpload(id, await userId("bo"));
  });
  afterEach(() => vi.unstubAllEnvs());

  test("are so many at most, however many are begun at once", async () => {
    vi.stubEnv("SITE_UPLOADS_MAX_COUNT", "3");
    const before = await files.keys();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create("a.mp3", "bo")));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toEqual({
      code: "too_many_uploads",
      detail: expect.stringContaining("at most 3 uploads of 10737418240 bytes together"),
    });
    expect((await call(listUploads, { as: "bo" })).body).toHaveLength(3);
    expect(await files.keys()).toHaveLength(before.length + 3);
    expect((await create("a.mp3", "ada")).status).toBe(201);
  });

  test("have so many bytes at most, however many are begun at once", async () => {
    vi.stubEnv("SITE_UPLOADS_MAX_BYTES", "100");
    const answers = await Promise.all(Array.from({ length: 8 }, () => create("a.mp3", "bo", 30)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await create("a.mp3", "bo", 11)).body.code).toBe("too_many_uploads");
    expect((await create("a.mp3", "bo", 10)).status).toBe(201);
  });

  test("make room when they are deleted, and when they expire", async () => {
    vi.stubEnv("SITE_UPLOADS_MAX_COUNT", "2");
    const { id } = await begin(1, {}, "bo");
    await begin(1, {}, "bo");
    expect((await create("a.mp3", "bo")).status).toBe(409);
    await call(discardUpload, { as: "bo", params: { id } });
    expect((await create("a.mp3", "bo")).status).toBe(201);
    const oldest = (await findUploads(await userId("bo"))).at(-1)!;
    const expired = { ...oldest, expiresAt: 1 };
    await commitDecision(async () => ({ writes: [putUpload(expired, oldest.version)], value: null }));
    expect((await create("a.mp3", "bo")).status).toBe(201);
    expect((await create("a.mp3", "bo")).status).toBe(409);
  });

  test("may be none at all", async () => {
    vi.stubEnv("SITE_UPLOADS_MAX_COUNT", "0");
    expect((await create("a.mp3", "bo")).status).toBe(409);
  });
});
