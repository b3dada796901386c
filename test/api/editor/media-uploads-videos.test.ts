// Proves contract rules: upload-collection, upload-fields, file-checks, audio-and-video-files, poster-files,
// upload-lock, choose-after-upload, nothing-half-done, legacy-upload.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { uploadVideo } from "#lib/routes/editor-media.ts";
import { uploadLegacyVideo } from "#lib/routes/legacy-video-upload.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { takeUploadLock } from "#lib/store/uploads.ts";
import { standIn } from "#test/lib/probing/stand-in.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { type FormFields, formFile, multipart, problemsIn } from "#test/support/form.ts";
import { pngTexts, pngWith } from "#test/support/image-bombs.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { dropLock, everythingStored } from "#test/support/stored.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

let folder: string;
let film: File;
let heron: File;

/** `al` may add below `Root/Open` and choose nothing, `lo` and `vi` may add and choose there. */
beforeAll(async () => {
  film = formFile("two-seconds.mp4", await readFile(recordingPath("two-seconds.mp4")), "video/mp4");
  heron = formFile("heron.jpg", await samplePicture("jpeg", { width: 640, height: 360 }), "image/jpeg");
  folder = await mkdtemp(join(tmpdir(), "lectern-frame-"));
  await writeFile(join(folder, "frame.jpg"), await samplePicture("jpeg", { width: 96, height: 54 }));
  const grant = (videos: string[]) => [{ collection: "Root/Open", videos }];
  await applyManifest({
    version: 1,
    collections: [{ path: "Root/Open" }],
    groups: [
      { name: "Adders", admin_access: true, collections: grant(["add"]) },
      { name: "Filmers", admin_access: true, collections: grant(["add", "choose"]) },
    ],
    users: [
      { username: "al", groups: ["Adders"] },
      { username: "lo", groups: ["Filmers"] },
    ],
    tokens: [
      ...["al", "lo"].map((name) => ({ name, user: name, secret: name })),
      { name: "bo-publish", user: "bo", secret: "bo-publish", scopes: ["publish"] },
      { name: "bo-write", user: "bo", secret: "bo-write", scopes: ["write"] },
    ],
  });
});

afterAll(() => rm(folder, { recursive: true }));

/** Makes the stand-in for ffmpeg return the frame drawn in `beforeAll`. */
const drawnFrame = () => standIn("ffmpeg", `cat ${join(folder, "frame.jpg")}`);

const upload = async (fields: FormFields, as = "bo") =>
  call(uploadVideo, { as, ...(await multipart(fields)) });

const uploadPlainly = async (fields: FormFields, as = "bo") =>
  call(uploadLegacyVideo, { as, ...(await multipart(fields)) });

/** Expects that both surfaces refuse an upload alike and store nothing. */
const refusal = async (fields: FormFields, as?: string): Promise<RouteAnswer> => {
  const before = await everythingStored();
  const answer = await upload(fields, as);
  const { status, body } = await uploadPlainly(fields, as);
  expect([status, body]).toEqual([answer.status, answer.body]);
  expect(await everythingStored()).toEqual(before);
  return answer;
};

const videoOf = async (id: number) => (await readMediaOfKind("video", [id]))[0]!;

describe("a video that is uploaded", () => {
  test("is answered as the editor's video object, with its poster", async () => {
    const { status, body } = await upload({ title: "Dusk", original: film, poster: heron, tags: "b, a" });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        type: "site.Video",
        title: "Dusk",
        original: expect.stringMatching(
          new RegExp(`^/media/videos/${body.id}/[0-9a-f]{12}/two-seconds.mp4$`),
        ),
        poster: expect.stringMatching(new RegExp(`^/media/videos/${body.id}/[0-9a-f]{12}/heron.jpg$`)),
        collection: { id: world.shows, name: "Shows" },
        tags: ["a", "b"],
        edit_url: `/cms/videos/${body.id}/edit/`,
      },
    ]);
    expect(await videoOf(body.id)).toMatchObject({
      ownerId: (await readUserByName("bo"))!.id,
      original: { contentType: "video/mp4", sizeBytes: film.size },
      poster: { width: 640, height: 360 },
      posterThumbnail: { width: 300, height: 169 },
    });
  });

  test("has a frame of it for a poster where none is given, in its own size", async () => {
    drawnFrame();
    const { body } = await upload({ title: "Dusk", original: film });
    expect(body.poster).toMatch(/\/two-seconds\.jpg$/);
    expect((await videoOf(body.id)).poster).toMatchObject({
      width: 96,
      height: 54,
      contentType: "image/jpeg",
    });
  });

  test.each([
    ["fails", "exit 1"],
    ["takes too long", "exec sleep 61"],
    ["gives no picture", "echo heron"],
    ["gives a damaged picture", String.raw`printf '\377\330 a picture \377\331'`],
  ])("has none when the program %s, which is logged", async (_, script) => {
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "0.5");
    standIn("ffmpeg", script);
    using log = captureLog();
    const { status, body } = await upload({ title: "Dusk", original: film });
    expect([status, body.poster]).toEqual([201, null]);
    expect(log.lines[0]).toMatchObject({
      level: "warning",
      route: "editor/media/upload-video",
      warning: expect.stringContaining("No poster"),
    });
    const keys = (await storedFileKeys()).filter((key) => key.includes(`/${body.id}/`));
    expect(keys).toHaveLength(1);
  });

  test("has none where the site allows no time for it, or there is no such program", async () => {
    using _ = captureLog();
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "0");
    expect((await upload({ title: "Dusk", original: film })).body.poster).toBeNull();
    vi.stubEnv("SITE_EDITOR_MEDIA_PROBE_SECONDS", "5");
    vi.stubEnv("FFMPEG_PATH", "/nowhere");
    expect((await upload({ title: "Dusk", original: film })).body.poster).toBeNull();
  });
});

test("a poster that is large once it is opened is refused like any image that is", async () => {
  const poster = formFile("a.png", await pngWith(pngTexts.iTXt(2)));
  const { status, body } = await upload({ title: "Dusk", original: film, poster });
  expect([status, body.errors?.poster?.[0].code]).toEqual([400, "file_too_large"]);
});

describe("a video is refused, and leaves nothing", () => {
  const titled = { title: "Dusk" };

  test.each<[string, () => FormFields, readonly string[]]>([
    ["without its file", () => titled, ["original/required"]],
    ["with an empty file", () => ({ ...titled, original: formFile("a.mp4", "") }), ["original/empty"]],
    [
      "for its extension",
      () => ({ ...titled, original: formFile("a.mkv", "x") }),
      ["original/invalid_extension"],
    ],
    [
      "for its declared type",
      () => ({ ...titled, original: formFile("a.mp4", "0000ftyp", "audio/mp4") }),
      ["original/invalid_content_type"],
    ],
    [
      "for its beginning",
      () => ({ ...titled, original: formFile("a.mp4", "ID3") }),
      ["original/invalid_media_container"],
    ],
    [
      "for its poster",
      () => ({ ...titled, original: film, poster: formFile("a.jpg", "x") }),
      ["poster/invalid_image"],
    ],
    [
      "for its poster's name",
      () => ({ ...titled, original: film, poster: formFile("a.txt", "x") }),
      ["poster/invalid_image"],
    ],
    [
      "for all of it",
      () => ({
        title: "x".repeat(256),
        tags: `"${"x".repeat(101)}"`,
        original: formFile("a", "x"),
        poster: formFile("b.png", "x"),
      }),
      ["title/max_length", "tags/invalid", "original/invalid_extension", "poster/invalid_image"],
    ],
  ])("%s, in both surfaces alike", async (_, fields, expected) => {
    const answer = await refusal(fields());
    expect([answer.status, answer.body.code, problemsIn(answer)]).toEqual([
      400,
      "validation_error",
      expected,
    ]);
  });

  test("for its size", async () => {
    vi.stubEnv("SITE_VIDEO_UPLOAD_MAX_BYTES", String(film.size - 1));
    expect(problemsIn(await refusal({ ...titled, original: film }))).toEqual(["original/file_too_large"]);
  });

  test.each<[string, string, FormFields, number, string]>([
    ["no collection", "di", {}, 403, "no_upload_collection"],
    ["several collections", "ada", {}, 400, "collection/ambiguous"],
    ["none that it names", "bo", { collection: "1" }, 400, "collection/collection_permission_denied"],
    ["no number", "bo", { collection: "-1" }, 400, "collection/invalid"],
  ])("for %s, before anything else", async (_, as, fields, status, code) => {
    const answer = await refusal(fields, as);
    expect([answer.status, problemsIn(answer)[0] ?? answer.body.code]).toEqual([status, code]);
  });

  test("where its uploader may add, but not choose", async () => {
    const { status, body } = await refusal({ ...titled, original: film, poster: heron }, "al");
    expect([status, body.code]).toEqual([403, "post_save_permission_denied"]);
  });

  test("while another upload of its user goes on", async () => {
    const { id } = (await readUserByName("lo"))!;
    await takeUploadLock(id, "a test", 29);
    const { status, body } = await refusal({ ...titled, original: film }, "lo");
    expect([status, body]).toEqual([429, { code: "rate_limited", detail: expect.any(String) }]);
  });

  test("only by the editor API for its title", async () => {
    const { status, body } = await upload({ original: film });
    expect([status, problemsIn({ body } as RouteAnswer)]).toEqual([400, ["title/required"]]);
  });
});

describe("a video that is uploaded to the legacy surface", () => {
  test("is answered with its id, as plain text", async () => {
    const { status, headers, body } = await uploadPlainly({ original: film, poster: heron });
    expect([status, headers["content-type"]]).toEqual([201, "text/plain"]);
    expect(body).toMatch(/^[1-9]\d*$/);
    expect(await videoOf(Number(body))).toMatchObject({ title: "", collectionId: world.shows, tags: [] });
  });

  test("may have a title, tags and a collection", async () => {
    const fields = { title: "Dusk", tags: "b a", collection: String(world.shows) };
    const { body } = await uploadPlainly({ ...fields, original: film, poster: heron }, "ada");
    expect(await videoOf(Number(body))).toMatchObject({ title: "Dusk", tags: ["a", "b"] });
  });

  test("needs credentials, admin access and the scope to write", async () => {
    const form = await multipart({ original: film, poster: heron });
    const ask = async (as?: string) => {
      const { status, body } = await call(uploadLegacyVideo, { ...(as && { as }), ...form });
      return [status, body.detail];
    };
    expect(await ask()).toEqual([403, "Authentication credentials were not provided."]);
    expect(await ask("ed")).toEqual([403, "You do not have permission to perform this action."]);
    expect(await ask("bo-publish")).toEqual([403, "This action requires the 'write' scope."]);
    expect((await ask("bo-write"))[0]).toBe(201);
  });
});

describe("whatever fails", () => {
  test.each(["before", "after"] as const)(
    "leaves neither rows nor files nor locks, when a step fails %s it is done",
    async (how) => {
      drawnFrame();
      using _ = captureLog();
      const outcomes: number[] = [];
      for (let isReached = true, index = 0; isReached; index++) {
        await dropLock("bo");
        const before = await everythingStored();
        isReached = await failingAt(index, how, async () => {
          outcomes.push((await upload({ title: "Dusk", original: film })).status);
        });
        const left = (await everythingStored()).filter((key) => !before.includes(key));
        // If the removal after success fails, the upload expires.
        const permitted = outcomes.at(-1) === 201 ? /^(MEDIA#|videos\/|LOCK#|uploads\/)/ : /^$/;
        expect([index, outcomes.at(-1), left.filter((key) => !permitted.test(key))]).toEqual([
          index,
          expect.toBeOneOf([201, 500]),
          [],
        ]);
      }
      expect(outcomes.filter((status) => status === 500).length).toBeGreaterThan(5);
    },
  );
});
