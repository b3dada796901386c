// Proves contract rules: media-details, media-changes, upload-fields, image-items, images-list.

import { afterEach, beforeAll, expect, test } from "vitest";
import type { Authoring } from "#lib/field.ts";
import { emptyMedia, fieldsOfMedia, type MediaKind } from "#lib/media/media.ts";
import { mediaAuthoring } from "#lib/media/media-fields.ts";
import { listAudios, listImages, listVideos, uploadImage } from "#lib/routes/editor-media.ts";
import {
  readEditorAudio,
  readEditorImage,
  readEditorVideo,
  updateAudio,
  updateImage,
  updateVideo,
} from "#lib/routes/editor-media-objects.ts";
import { readEditorSchema } from "#lib/routes/editor-schema.ts";
import { listViewableImages, readViewableImage } from "#lib/routes/images.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { readMedia } from "#lib/store/media.ts";
import { call } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { makeAudio, makeVideo } from "#test/support/media.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { mediaTexts } from "#test/support/sent-fields.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const done = async (route: Route, options: object) => {
  const { status, body } = await call(route, { as: "ada", ...options });
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** An image that a form has made, with a text in each field. */
const uploadedImage = async (): Promise<{ readonly id: number }> => {
  const file = formFile("heron.jpg", await samplePicture("jpeg"), "image/jpeg");
  const texts = mediaTexts(fieldsOfMedia.image).map(({ wire, name }) => [wire, `Sent ${name}`]);
  const form = { ...Object.fromEntries(texts), file, collection: "1" };
  return done(uploadImage, await multipart(form));
};

let heron: { readonly id: number };
beforeAll(async () => {
  heron = await uploadedImage();
});

const kinds = [
  { kind: "image", fields: fieldsOfMedia.image, make: async () => heron, read: readEditorImage },
  { kind: "audio", fields: fieldsOfMedia.audio, make: () => makeAudio(), read: readEditorAudio },
  { kind: "video", fields: fieldsOfMedia.video, make: () => makeVideo(), read: readEditorVideo },
] as const;
const updates = { image: updateImage, audio: updateAudio, video: updateVideo };
const lists = { image: listImages, audio: listAudios, video: listVideos };

test("a form for an image says each declared text of it", async () => {
  const shown = await done(readEditorImage, { params: { id: heron.id } });
  for (const { name } of mediaTexts(fieldsOfMedia.image))
    expect(shown, name).toMatchObject({ [name]: `Sent ${name}` });
});

test.each(kinds)("what is declared of the texts of $kind objects holds on every surface", async (of) => {
  const { kind, fields, read } = of;
  const params = { id: (await of.make()).id };
  const texts = mediaTexts(fields);
  const { kinds: described } = await done(readEditorSchema, {});
  const body = Object.fromEntries(texts.map(({ name }) => [name, `Of ${kind} ${name}`]));
  expect(await done(updates[kind], { params, body })).toMatchObject(body);
  expect(await done(read, { params })).toMatchObject(body);
  const post = await createLivePost(world.notes, { detail: [{ type: kind, value: params }] });
  const { media } = await done(readLivePage, { params: { id: post.id }, query: { fields: "_,media" } });
  const listed = (query: object) => done(lists[kind], { query: { q: body.title, ...query } });
  const { results: shortly } = await listed({});
  const { results: wholly } = await listed({ details: "true" });
  for (const { name, field, stored } of texts) {
    const { label } = (mediaAuthoring as Readonly<Record<string, Authoring>>)[stored]!;
    const most = field.maxLength ? { max_length: field.maxLength } : {};
    expect(described[kind].fields).toContainEqual(expect.objectContaining({ name, label, ...most }));
    expect(name in shortly[0], name).toBe(field.inLists === true);
    expect(wholly[0], name).toMatchObject({ [name]: body[name] });
    expect(media[0][name], name).toBe(field.copied ? body[name] : undefined);
  }
});

afterEach(() => {
  delete process.env.SITE_PUBLIC_IMAGES_API;
});

test("what is declared of the texts of images holds for their items", async () => {
  process.env.SITE_PUBLIC_IMAGES_API = "true";
  const params = { id: heron.id };
  const body = Object.fromEntries(mediaTexts(fieldsOfMedia.image).map(({ name }) => [name, `Item ${name}`]));
  await done(updateImage, { params, body });
  const idsOf = async (query: object) =>
    (await done(listViewableImages, { query })).results.map(({ id }: { id: number }) => id);
  for (const { wire, name, field } of mediaTexts(fieldsOfMedia.image)) {
    const value = `Item ${name}`;
    const { item } = field;
    if (item)
      for (const fields of [`_,${wire}`, ...(item.shown === "named" ? [`*,${wire}`] : [])])
        expect(await done(readViewableImage, { params, query: { fields } })).toMatchObject({ [wire]: value });
    if (item?.filter) {
      expect(await idsOf({ [wire]: value, order: `-${wire}` }), wire).toEqual([heron.id]);
      expect(await idsOf({ [wire]: "Nothing" }), wire).toEqual([]);
    }
    if (field.searched) expect(await idsOf({ search: value }), name).toEqual([heron.id]);
  }
});

test.each(kinds)("what is taken from $kind objects leaves nothing behind", async ({ kind, fields, make }) => {
  const { id } = await make();
  for (const { stored, field, name } of mediaTexts(fields)) {
    if (field.required) continue;
    await done(updates[kind], { params: { id }, body: { [name]: "Soon gone" } });
    await done(updates[kind], { params: { id }, body: { [name]: emptyMedia(field) } });
    const media: object | undefined = await readMedia<MediaKind>(kind, id);
    expect(Object.entries(media ?? {}), name).toEqual(
      field.always
        ? expect.arrayContaining([[stored, emptyMedia(field)]])
        : expect.not.arrayContaining([[stored, expect.anything()]]),
    );
  }
});
