import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { uploadAudio, uploadImage, uploadVideo } from "#lib/routes/editor-media.ts";
import { readEditorAudio, readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import { call } from "#test/support/call.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { begin, checksumOf, putPart } from "#test/support/uploads.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

/** The id of a completed upload, whose only part went to the bucket by its presigned address. */
const uploaded = async (name: string): Promise<string> => {
  const content = new Uint8Array(await readFile(recordingPath(name)));
  const { id } = await begin(content.length, { name }, "bo");
  expect(await putPart(id, 1, content, "bo")).toBe(200);
  const body = { sha256: checksumOf(content) };
  expect((await call(completeUpload, { as: "bo", params: { id }, body })).status).toBe(200);
  return String(id);
};

test("an audio in parts is inspected by the function with the layer, and served by CloudFront", async () => {
  const form = await multipart({ title: "Marsh", m4a: await uploaded("chapters.m4a") });
  const { status, body } = await call(uploadAudio, { as: "bo", ...form });
  expect(status).toBe(201);
  const { body: audio } = await call(readEditorAudio, { as: "bo", params: { id: body.id } });
  expect(audio.duration).toBeGreaterThan(0);
  const file = await fetch(process.env.LAMBDA_URL + body.m4a);
  expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([
    200,
    await readFile(recordingPath("chapters.m4a")),
  ]);
});

test("a video gets a poster from the layer's ffmpeg", async () => {
  const form = await multipart({ title: "Clip", original: await uploaded("two-seconds.mp4") });
  const { status, body } = await call(uploadVideo, { as: "bo", ...form });
  expect([status, body.poster]).toEqual([201, expect.any(String)]);
});

test("an image in one form is scaled by the library that is installed beside the bundle", async () => {
  const picture = await samplePicture("jpeg", { width: 1_200, height: 800 });
  const form = await multipart({ title: "A heron", file: formFile("heron.jpg", picture, "image/jpeg") });
  const { status, body } = await call(uploadImage, { as: "bo", ...form });
  expect([status, body.width]).toEqual([201, 1_200]);
  const { body: image } = await call(readEditorImage, { as: "bo", params: { id: body.id } });
  const [smallest] = image.renditions;
  const file = await fetch(process.env.LAMBDA_URL + smallest.url);
  expect([file.status, file.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
});
