// Proves contract rules: body-size.

import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFile } from "#test/support/files.ts";
import { type FormFields, formFile, multipart, problemsIn } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { begin, checksumOf, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();
const files = useServedFiles();

/** The id of an upload with this content, complete, as a form has it. */
const uploaded = async (name: string, content: Uint8Array, contentType = "", as = "bo"): Promise<string> => {
  const { id, part_size } = await begin(content.length, { name, content_type: contentType }, as);
  for (let number = 1, at = 0; at < content.length; number++, at += part_size)
    await putPart(id, number, new Uint8Array(content.subarray(at, at + part_size)), as);
  const { status } = await call(completeUpload, { as, params: { id }, body: {} });
  expect(status).toBe(200);
  return String(id);
};

const recording = async (name: string, as = "bo") =>
  uploaded(name, await readFile(recordingPath(name)), "", as);

const post = async (route: Route<never, FormValues>, fields: FormFields, as = "bo") =>
  call(route, { as, ...(await multipart(fields)) });

const waiting = async () => (await files.keys()).filter((key) => key.startsWith("uploads/"));

describe("the id of a completed upload stands for its file", () => {
  test("in an image's form, and the upload is used up", async () => {
    const file = await uploaded("Réiher.png", await samplePicture("png"));
    const { status, body } = await post(uploadImage, { title: "A heron", file });
    expect([status, body.file]).toEqual([201, expect.stringMatching(/\/Reiher\.png$/)]);
    expect(await waiting()).toEqual([]);
    expect(problemsIn(await post(uploadImage, { title: "A heron", file }))).toEqual(["file/not_found"]);
  });

  test("in an audio's form", async () => {
    const content = await readFile(recordingPath("chapters.mp3"));
    const { body } = await post(uploadAudio, { mp3: await uploaded("a.mp3", content, "audio/mpeg") });
    const [audio] = await readMediaOfKind("audio", [body.id]);
    expect(audio).toMatchObject({ files: { mp3: { sizeBytes: content.length } }, chapters: [{}, {}, {}] });
    expect(audio!.files.mp3!.key).toContain(`/${checksumOf(content).slice(0, 12)}/`);
    expect((await storedFile(audio!.files.mp3!.key)).content).toBe(content.toString("latin1"));
    expect(await waiting()).toEqual([]);
  });

  test("in a video's form, for its poster, too, also where the form has no room for files", async () => {
    const original = await recording("two-seconds.mp4");
    const poster = await uploaded("heron.jpg", await samplePicture("jpeg"));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ title: "Dusk", original, poster }).toString();
    const answer = await call(uploadVideo, { as: "bo", headers, body });
    expect([answer.status, answer.body.poster]).toEqual([201, expect.stringMatching(/\/heron\.jpg$/)]);
    expect(await waiting()).toEqual([]);
  });
});

describe("an upload stays for another try", () => {
  test("when the form is refused", async () => {
    const original = await recording("two-seconds.mp4");
    expect((await post(uploadVideo, { original })).status).toBe(400);
    const { status } = await post(uploadVideo, {
      title: "Dusk",
      original,
      poster: formFile("a.png", await samplePicture()),
    });
    expect([status, await waiting()]).toEqual([201, []]);
  });

  test("when its file is refused", async () => {
    const mp3 = await recording("junk.mp3");
    expect((await post(uploadAudio, { mp3 })).status).toBe(422);
    expect(await waiting()).toEqual([expect.stringMatching(/junk\.mp3$/)]);
    await removeUpload(Number(mp3), (await readUserByName("bo"))!.id);
  });

  test("when it cannot be removed, which is logged, and the answer is what it would have been", async () => {
    const file = await uploaded("a.png", await samplePicture());
    using log = captureLog();
    const remove = vi.spyOn(await openFiles(), "delete").mockRejectedValue(new Error("The disk is on fire."));
    const { status } = await post(uploadImage, { title: "A heron", file });
    expect([status, JSON.stringify(log.lines)]).toEqual([201, expect.stringContaining("on fire")]);
    remove.mockRestore();
  });
});

describe("a file is checked as if it had come with the form", () => {
  test.each<[string, string, Buffer, string, string]>([
    ["by its name", "a.m4a", Buffer.from("ID3"), "", "invalid_extension"],
    ["by its declared type", "a.mp3", Buffer.from("ID3"), "text/plain", "invalid_content_type"],
    ["by its beginning", "a.mp3", Buffer.from("OggS and more of it"), "", "invalid_media_container"],
  ])("%s", async (_, name, content, type, code) => {
    expect(problemsIn(await post(uploadAudio, { mp3: await uploaded(name, content, type) }))).toEqual([
      `mp3/${code}`,
    ]);
  });

  test("by its size", async () => {
    vi.stubEnv("SITE_AUDIO_UPLOAD_MAX_BYTES", "3");
    const mp3 = await uploaded("a.mp3", Buffer.from("ID3!"));
    expect(problemsIn(await post(uploadAudio, { mp3 }))).toEqual(["mp3/file_too_large"]);
    vi.unstubAllEnvs();
  });

  test.each([
    ["image", "jpeg", "file_too_large"],
    ["text", "none", "invalid_image"],
  ])("a large %s, without being read as a whole", async (_, format, code) => {
    const beginning = format === "jpeg" ? await samplePicture("jpeg") : Buffer.from("a heron");
    const file = await uploaded(
      "a.jpg",
      Buffer.concat([beginning, Buffer.alloc(11 * 1024 * 1024)]),
      "",
      "bo",
    );
    expect(problemsIn(await post(uploadImage, { title: "x", file }))).toEqual([`file/${code}`]);
  });
});

test.each<[string, () => Promise<string>, string]>([
  ["nobody's", async () => "999999", "not_found"],
  ["somebody else's", () => recording("chapters.mp3", "ada"), "not_found"],
  ["one that is not complete", async () => String((await begin(3, {}, "bo")).id), "not_found"],
  ["one too large for any", async () => "9".repeat(30), "required"],
  ["0", async () => "0", "required"],
  ["a word", async () => "heron", "required"],
  ["a path", async () => "../1", "required"],
])("an upload that is %s stands for no file", async (_, id, code) => {
  expect(problemsIn(await post(uploadAudio, { mp3: await id() }))).toEqual([`mp3/${code}`]);
});

test("an image in a form that is larger than a request can be is refused, with the way that is left", async () => {
  const { headers } = await multipart({});
  const answer = await call(uploadImage, { as: "bo", headers, body: new Uint8Array(6_291_457) });
  expect([answer.status, answer.body]).toEqual([
    413,
    { code: "payload_too_large", detail: expect.stringContaining("POST /api/editor/uploads/") },
  ]);
});
