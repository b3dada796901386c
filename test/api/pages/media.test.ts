// Proves contract rules: cover-images, body.

import { beforeAll, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import type { Image } from "#lib/media/media.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

let heron: Image;
let post: number;

const postWithCover = async (image: Image): Promise<number> =>
  (await createLivePost(world.notes, { cover_image: { id: image.id, alt_text: "Grey" } })).id;

beforeAll(async () => {
  heron = await makeImage({ title: "Heron", tags: ["marsh", "birds"] });
  post = await postWithCover(heron);
});

const read = async (id: number, fields: string) =>
  (await call(readLivePage, { params: { id }, query: { fields } })).body;

describe("a cover image", () => {
  const shownCover = () => ({
    id: heron.id,
    meta: {
      type: "images.Image",
      detail_url: `https://notes.example/api/cms/images/${heron.id}/`,
      download_url: `/media/${heron.file.key}`,
    },
    title: "Heron",
  });

  test("is shown with its addresses and title, on details and in lists", async () => {
    expect((await read(post, "")).cover_image).toEqual(shownCover());
    const query = { type: "site.Post", id: post, fields: "_,cover_image" };
    const { body } = await call(listPages, { query });
    expect(body.results).toEqual([{ cover_image: shownCover() }]);
  });

  test("is shown with tags by name and its size when all is asked for, in the order of the representation", async () => {
    const { cover_image } = await read(post, "_,cover_image(*)");
    const { id, meta, title } = shownCover();
    expect(cover_image).toEqual({
      id,
      meta: { ...meta, tags: ["birds", "marsh"] },
      title,
      width: 1920,
      height: 1280,
    });
    expect(Object.keys(cover_image)).toEqual(["id", "meta", "title", "width", "height"]);
    expect(Object.keys(cover_image.meta)).toEqual(["type", "detail_url", "tags", "download_url"]);
  });

  test.each<[string, object]>([
    ["cover_image(_)", {}],
    ["cover_image(_,width)", { width: 1920 }],
    ["cover_image(_,tags,title)", { meta: { tags: ["birds", "marsh"] }, title: "Heron" }],
  ])("shows of itself what %s asks for", async (fields, expected) => {
    expect(await read(post, `_,${fields}`)).toEqual({ cover_image: expected });
  });

  test("has a poster: the address of its WebP rendition", async () => {
    expect(await read(post, "_,cover_image_poster_url,cover_alt_text")).toEqual({
      cover_alt_text: "Grey",
      cover_image_poster_url: `https://notes.example/media/${heron.cover.key}`,
    });
  });

  test("is shown in its current state, and as none once it is deleted", async () => {
    const image = await makeImage({ title: "Before" });
    const id = await postWithCover(image);
    await putMedia("image", image.id, () => ({ ...image, title: "After" }));
    expect((await read(id, "_,cover_image(_,title)")).cover_image).toEqual({ title: "After" });
    const covered = { type: "site.Post", cover_image: image.id };
    expect((await call(listPages, { query: covered })).body.count).toBe(1);

    await deleteMedia("image", image.id);
    expect(await read(id, "_,cover_image,cover_image_poster_url")).toEqual({
      cover_image: null,
      cover_image_poster_url: "",
    });
    expect((await call(listPages, { query: covered })).body.count).toBe(0);
  });
});

test("the body shows media as integers, and goes on without those that are gone", async () => {
  const [other, audio, video] = [await makeImage(), await makeAudio(), await makeVideo()];
  const { id } = await createLivePost(world.notes, {
    detail: [
      { type: "image", value: { id: heron.id } },
      { type: "gallery", value: [{ id: heron.id, caption: "Grey" }, { id: other.id }] },
      { type: "audio", value: { id: audio.id } },
      { type: "video", value: { id: video.id } },
    ],
  });
  const shown = async () => {
    const { body } = await read(id, "_,body");
    return body[1].value.map(({ type, value }: { type: string; value: unknown }) => [type, value]);
  };
  const grey = { image: heron.id, caption: "Grey" };
  expect(await shown()).toEqual([
    ["image", heron.id],
    ["gallery", { layout: "default", gallery: [grey, { image: other.id, caption: "" }] }],
    ["audio", audio.id],
    ["video", video.id],
  ]);
  for (const { kind, id } of [other, audio, video]) await deleteMedia(kind, id);
  expect(await shown()).toEqual([
    ["image", heron.id],
    ["gallery", { layout: "default", gallery: [grey] }],
  ]);
});
