import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { readEditablePage, readLiveContents } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useFiles } from "#test/support/files.ts";
import { everyMedia, useMediaFolder } from "./media-folder.ts";
import { blogWith, post, problemsOf } from "./site.ts";

const folder = useMediaFolder();
useFiles();

const customBlocks = {
  sections: { overview: [], detail: ["cards", "mixed"] },
  blocks: {
    cards: {
      type: "list",
      item: {
        type: "struct",
        fields: { picture: { type: "image" }, sound: { type: "audio", required: false } },
      },
    },
    mixed: { type: "stream", blocks: { film: { type: "video" }, words: { type: "char" } } },
  },
};

beforeEach(async () => {
  await useEmptyTable();
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify(customBlocks);
});
afterEach(() => {
  delete process.env.SITE_POST_BODY_BLOCKS;
});

const apply = (fields: object, options: { readonly prune?: boolean; readonly dryRun?: boolean } = {}) =>
  applyManifest(blogWith([post("marsh", { detail: undefined, ...fields })], everyMedia), {
    folder: folder.path,
    ...options,
  });

const contentOf = async (pageId: number) => (await readEditablePage(pageId))!.latest!.content as PostContent;

const path = "/home/notes/marsh";
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

test("every place in a page may name media by key", async () => {
  const { ids } = await apply({
    cover_image: { image: "heron", alt_text: "It stands" },
    overview: [{ type: "image", value: { image: "heron" } }],
    detail: [
      {
        type: "gallery",
        value: [{ image: "heron", caption: "One" }, { image: "egret" }, { image: "heron" }],
      },
      { type: "audio", value: { audio: "one" } },
      { type: "video", value: { video: "clip" } },
      {
        type: "cards",
        value: [{ picture: { image: "egret" }, sound: { audio: "bare" } }, { picture: { image: "heron" } }],
      },
      {
        type: "mixed",
        value: [
          { type: "film", value: { video: "plain" } },
          { type: "words", value: "x" },
        ],
      },
    ],
    stored_body: {
      aside: [
        { type: "old", value: { deep: [{ picture: { $image: "heron" } }, { $audio: "one" }] } },
        { type: "video", value: { $video: "clip" } },
      ],
    },
  });
  const { heron, egret } = ids.images;
  const { one, bare } = ids.audios;
  const { clip, plain } = ids.videos;
  const { coverImage, body } = await contentOf(ids.pages[path]!);
  expect(coverImage).toEqual({ id: heron, altText: "It stands" });
  const entry = (image: number | undefined, caption = "") => ({
    id: uuid,
    type: "item",
    value: { image, caption },
  });
  const wrapped = (type: string, value: unknown) => ({ type, id: uuid, value });
  expect(Object.fromEntries(body.map(({ type, value }) => [type, value]))).toEqual({
    overview: [{ type: "image", value: heron }],
    detail: [
      {
        type: "gallery",
        value: { layout: "default", gallery: [entry(heron, "One"), entry(egret), entry(heron)] },
      },
      { type: "audio", value: one },
      { type: "video", value: clip },
      {
        type: "cards",
        value: [
          wrapped("item", { picture: egret, sound: bare }),
          wrapped("item", { picture: heron, sound: null }),
        ],
      },
      { type: "mixed", value: [wrapped("film", plain), wrapped("words", "x")] },
    ],
    aside: [
      { type: "old", value: { deep: [{ picture: heron }, one] } },
      { type: "video", value: clip },
    ],
  });
});

test("a second run changes no page, whatever it refers to", async () => {
  const fields = {
    cover_image: { image: "heron" },
    detail: [
      { type: "gallery", value: [{ image: "heron" }] },
      { type: "cards", value: [{ picture: { image: "egret" } }] },
    ],
    draft: { overview: [{ type: "audio", value: { audio: "one" } }] },
  };
  const { revisions } = await apply(fields);
  expect(await apply(fields)).toMatchObject({ created: 0, updated: 0, revisions });
});

test("drafts name media of their own, and keep or clear the cover of what is below them", async () => {
  const { ids } = await apply({
    cover_image: { image: "heron", alt_text: "It stands" },
    draft: { detail: [{ type: "image", value: { image: "egret" } }] },
    scheduled_at: "2090-01-01",
    newer_draft: { cover_image: null, overview: [{ type: "video", value: { video: "clip" } }] },
  });
  const id = ids.pages[path]!;
  const [live] = await readLiveContents([id]);
  const cover = { id: ids.images.heron, altText: "It stands" };
  expect(live!.content).toMatchObject({ coverImage: cover, body: [] });
  expect(await contentOf(id)).toMatchObject({
    coverImage: null,
    body: [
      { type: "overview", value: [{ type: "video", value: ids.videos.clip }] },
      { type: "detail", value: [{ type: "image", value: ids.images.egret }] },
    ],
  });
});

test("media that an earlier file made may be named, unless this one says all", async () => {
  const { ids } = await apply({});
  const later = blogWith([post("marsh", { cover_image: { image: "heron" } })]);
  await applyManifest(later);
  expect(await contentOf(ids.pages[path]!)).toMatchObject({ coverImage: { id: ids.images.heron } });
  const problems = await problemsOf(applyManifest(later, { prune: true }));
  expect(problems.map(({ message }) => message)).toEqual(["there is no image heron"]);
});

test("a dry run knows that pages with new media are new as well", async () => {
  const fields = { detail: [{ type: "image", value: { image: "heron" } }] };
  expect(await apply(fields, { dryRun: true })).toMatchObject({ created: 11, updated: 0 });
  await applyManifest(blogWith([post("marsh")]));
  expect(await apply(fields, { dryRun: true })).toMatchObject({ created: 8, updated: 1 });
});

describe("a reference is refused:", () => {
  const at = "pages[0].children[0].children[0]";

  test.each<[string, object, readonly string[]]>([
    [
      "to images that there are not",
      {
        cover_image: { image: "no" },
        overview: [{ type: "image", value: { image: "no" } }],
        detail: [{ type: "gallery", value: [{ image: "heron" }, { image: "no" }] }],
        draft: {
          cover_image: { image: "neither" },
          detail: [{ type: "image", value: { image: "neither" } }],
        },
      },
      [
        "cover_image.image: there is no image no",
        "overview[0].value.image: there is no image no",
        "detail[0].value[1].image: there is no image no",
        "draft.cover_image.image: there is no image neither",
        "draft.detail[0].value.image: there is no image neither",
      ],
    ],
    [
      "to something of another kind",
      {
        detail: [
          { type: "audio", value: { audio: "heron" } },
          { type: "video", value: { video: "one" } },
        ],
      },
      ["detail[0].value.audio: there is no audio heron", "detail[1].value.video: there is no video one"],
    ],
    [
      "inside of custom blocks",
      {
        detail: [
          { type: "cards", value: [{ picture: { image: "no" } }, { picture: { pic: "heron" } }] },
          { type: "mixed", value: [{ type: "film", value: { video: "no" } }] },
        ],
      },
      [
        "detail[0].value[0].picture.image: there is no image no",
        "detail[0].value[1].picture: expected a map such as {image: key}",
        "detail[1].value[0].value.video: there is no video no",
      ],
    ],
    [
      "inside of stored blocks",
      {
        stored_body: {
          aside: [{ type: "x", value: [{ a: { $image: "no" } }, { $audio: 1 }, { $video: "clip", too: 1 }] }],
        },
      },
      [
        "stored_body.aside[0].value[0].a.$image: there is no image no",
        "stored_body.aside[0].value[1]: expected a map such as {$audio: key}",
        "stored_body.aside[0].value[2].too: unknown key",
      ],
    ],
    [
      "by id, or by nothing",
      { detail: [{ type: "image", value: { id: 1 } }, { type: "video" }, { type: "gallery", value: [7] }] },
      [
        "detail[0].value: expected a map such as {image: key}",
        "detail[1].value: expected a map such as {video: key}",
        "detail[2].value[0]: expected a map such as {image: key}",
      ],
    ],
    [
      "with more than it takes",
      {
        detail: [
          { type: "gallery", value: [{ image: "heron", captoin: "x" }] },
          { type: "image", value: { image: "heron", caption: "x" } },
        ],
      },
      ["detail[0].value[0].captoin: unknown key", "detail[1].value.caption: unknown key"],
    ],
    [
      "in galleries that the editor API refuses",
      {
        overview: [{ type: "gallery", value: [] }],
        detail: [{ type: "gallery", value: [{ image: "heron", caption: 1 }] }],
      },
      [
        "overview[0].value: A gallery is a list of images.",
        "detail[0].value[0].caption: A caption is a text of at most 250 characters.",
      ],
    ],
  ])("%s", async (_name, fields, expected) => {
    const problems = await problemsOf(apply(fields));
    const found = problems.map(({ path: place, message }) => `${place}: ${message}`).sort();
    expect(found).toEqual(expected.map((line) => `${at}.${line}`).sort());
  });
});
