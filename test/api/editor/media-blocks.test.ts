// Proves contract rules: hidden-is-missing, reported-problems, cover-image, sections, blocks, stored-blocks,
// placeholders, covers-and-audios-shown.

import { beforeAll, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { createPage } from "#lib/actions/pages/create-page.ts";
import type { Section } from "#lib/blocks/sections.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { createPost, lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { makeAudio, makeImage, makeVideo } from "#test/support/media.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

/** The collections of the media: bo may choose in `Root/Shows`, but not in `Root`. */
const collections = ["Root", "Root/Shows"] as const;
type CollectionName = (typeof collections)[number];

const media: Record<CollectionName, Record<MediaKind, number>> = {
  Root: { image: 0, audio: 0, video: 0 },
  "Root/Shows": { image: 0, audio: 0, video: 0 },
};

beforeAll(async () => {
  for (const name of collections) {
    const collectionId = name === "Root" ? 1 : world.shows;
    media[name] = {
      image: (await makeImage({ collectionId })).id,
      audio: (await makeAudio({ collectionId })).id,
      video: (await makeVideo({ collectionId })).id,
    };
  }
});

const create = (fields: object, as = "ada") => {
  const body = { parent: { id: world.notes }, title: "A heron", slug: freshSlug(), overview: [], ...fields };
  return call(createPost, { as, body });
};

const read = async (id: number, as = "ada") => (await call(readPost, { as, params: { id } })).body;

const update = async (id: number, fields: object, as = "ada") => {
  const base_revision_id = (await read(id)).latest_revision_id;
  return call(updatePost, { as, params: { id }, body: { base_revision_id, ...fields } });
};

const image = (id: number) => ({ type: "image", value: { id } });

const placeholder = (stored_type: string, position: string) => ({
  type: "unsupported",
  value: { stored_type, position },
});

/** A post that bo may edit, with media that bo may not choose. */
const createForBo = async (fields: object) => {
  const { body } = await create({}, "bo");
  return (await update(body.id, fields)).body;
};

/** Every kind of reference to media: the post's fields, and the path of a problem with it. */
const references: Readonly<Record<string, (ids: Record<MediaKind, number>) => [object, string]>> = {
  image: (ids) => [{ detail: [image(ids.image)] }, "detail.0.value.id"],
  gallery: ({ image: id }) => [
    { overview: [{ type: "gallery", value: [{ id, caption: "Low water" }] }] },
    "overview.0.value.0.id",
  ],
  audio: (ids) => [{ detail: [{ type: "audio", value: { id: ids.audio } }] }, "detail.0.value.id"],
  video: (ids) => [{ overview: [{ type: "video", value: { id: ids.video } }] }, "overview.0.value.id"],
  "cover image": (ids) => [{ cover_image: { id: ids.image, alt_text: "A heron" } }, "cover_image.id"],
};
describe("media that a post refers to must be choosable by the caller", () => {
  const rows = [
    ["ada", "Root", true],
    ["ada", "Root/Shows", true],
    ["bo", "Root", false],
    ["bo", "Root/Shows", true],
    ["cy", "Root", false],
    ["cy", "Root/Shows", false],
    ["su", "Root", true],
    ["su", "Root/Shows", true],
  ] as const;

  test.each(
    rows.flatMap(([who, where, may]) =>
      Object.keys(references).map((what) => [what, where, who, may] as const),
    ),
  )("a %s in %s by %s: %s", async (what, where, who, may) => {
    const { body: draft } = await create({}, "bo");
    const [fields, path] = references[what]!(media[where]);
    const { status, body } = await update(draft.id, fields, who);
    if (may) {
      expect(status).toBe(200);
      expect(body).toMatchObject(fields);
      expect(await read(draft.id, who)).toEqual(body);
    } else {
      expect(status).toBe(400);
      expect(body.errors).toEqual({ [path]: [{ code: "not_found", message: expect.any(String) }] });
      expect((await read(draft.id)).latest_revision_id).toBe(draft.latest_revision_id);
    }
  });

  test.each(Object.keys(references))(
    "a %s that is missing and one that is forbidden are refused byte for byte alike",
    async (what) => {
      const missing = { image: 771_177, audio: 771_177, video: 771_177 };
      const [ofForbidden, path] = references[what]!(media.Root);
      const [ofMissing] = references[what]!(missing);
      const forbidden = await create(ofForbidden, "bo");
      const unknown = await create(ofMissing, "bo");
      expect(unknown.status).toBe(400);
      const kind = what === "audio" || what === "video" ? what : "image";
      const message = (id: number) => `${kind[0]!.toUpperCase()}${kind.slice(1)} ${id} was not found.`;
      expect(unknown.body.errors[path][0].message).toBe(message(771_177));
      expect(forbidden.body.errors[path][0].message).toBe(message(media.Root[kind]));
      const withoutIds = ({ status, headers, body }: typeof unknown) =>
        JSON.stringify([status, Object.keys(headers), body]).replace(/ \d+ was/, " ID was");
      expect(withoutIds(forbidden)).toBe(withoutIds(unknown));
    },
  );

  test("owning an object is not enough", async () => {
    const { body } = await create({}, "bo");
    const ownerId = (await readEditablePage(body.id))!.page.ownerId;
    const { id } = await makeImage({ ownerId });
    expect((await create({ detail: [image(id)] }, "bo")).status).toBe(400);
  });

  test("the problems of both sections are reported together, in the order of the blocks", async () => {
    const { body } = await create({
      overview: [image(9_999), { type: "gallery", value: [] }],
      detail: [
        {
          type: "gallery",
          value: [
            { id: media.Root.image, caption: "x".repeat(251) },
            { id: 9_998, caption: 1 },
          ],
        },
        { type: "code", value: {} },
        { type: "audio", value: { id: "1" } },
      ],
    });
    const codes = Object.entries(body.errors as Record<string, { code: string }[]>);
    expect(codes.map(([path, [problem]]) => `${path}/${problem!.code}`)).toEqual([
      "overview.0.value.id/not_found",
      "overview.1.value/invalid",
      "detail.0.value.0.caption/invalid",
      "detail.0.value.1.id/not_found",
      "detail.1.value.language/required",
      "detail.1.value.source/required",
      "detail.2.value.id/not_found",
    ]);
  });
});

describe("a post with media", () => {
  test("shows the same when it is created, read, looked up, updated and published", async () => {
    const { image: heron, audio, video } = media.Root;
    const gallery = [
      { id: heron, caption: "<b>Low</b> & water" },
      { id: heron },
      { id: heron, caption: "x" },
    ];
    const sections = {
      cover_image: { id: heron, alt_text: "A heron" },
      overview: [image(heron), { type: "gallery", value: gallery }],
      detail: [
        { type: "audio", value: { id: audio } },
        { type: "video", value: { id: video } },
      ],
    };
    const { body } = await create(sections);
    expect(body).toMatchObject(sections);
    expect(await read(body.id)).toEqual(body);
    const query = { parent: world.notes, slug: body.slug };
    expect((await call(lookUpPost, { as: "ada", query })).body).toEqual(body);
    expect((await update(body.id, { title: "Two herons" })).body).toMatchObject(sections);
    expect((await call(publishPost, { as: "ada", params: { id: body.id } })).body).toMatchObject(sections);
  });

  test("keeps its stored form, including layouts and entries, if the read value is sent back", async () => {
    const value = [{ id: media.Root.image, caption: "one" }, { id: media["Root/Shows"].image }];
    const { id, detail } = await createDraft(world.notes, { detail: [{ type: "gallery", value }] });
    const stored = async () => ((await readEditablePage(id))!.latest!.content as PostContent).body;
    const before = await stored();
    expect(before).toMatchObject([
      { type: "overview" },
      { type: "detail", value: [{ value: { layout: "default", gallery: [{}, {}] } }] },
    ]);
    await update(id, { detail });
    expect(await stored()).toEqual(before);
  });

  test("may name a thousand media objects, and no more, found or not", async () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, index) => image(500_000 + index));
    const thousand = await create({ overview: blocks(500), detail: blocks(1_000) });
    expect([thousand.status, thousand.body.errors["overview.0.value.id"]?.[0].code]).toEqual([
      400,
      "not_found",
    ]);
    const more = await create({ overview: blocks(1_001) });
    expect([more.status, more.body.errors]).toEqual([
      400,
      { non_field_errors: [{ code: "max_length", message: expect.stringContaining("1000") }] },
    ]);
  });
});

describe("a stored media block that the caller may not choose", () => {
  test("reads as a placeholder, to those who may choose it as itself", async () => {
    const { image: heron, audio, video } = media.Root;
    const detail = [
      image(media["Root/Shows"].image),
      image(heron),
      { type: "gallery", value: [{ id: media["Root/Shows"].image }, { id: heron }] },
      { type: "audio", value: { id: audio } },
      { type: "video", value: { id: video } },
    ];
    const { id } = await createForBo({ detail });
    expect((await read(id)).detail).toEqual(detail);
    expect((await read(id, "bo")).detail).toEqual([
      detail[0],
      placeholder("image", "detail.1"),
      placeholder("gallery", "detail.2"),
      placeholder("audio", "detail.3"),
      placeholder("video", "detail.4"),
    ]);
  });

  test("stays when its section is not named", async () => {
    const detail = [image(media.Root.image)];
    const { id } = await createForBo({ detail });
    const { status, body } = await update(id, { title: "Renamed", overview: [] }, "bo");
    expect([status, body.detail]).toEqual([200, [placeholder("image", "detail.0")]]);
    expect((await read(id)).detail).toEqual(detail);
  });

  test("is kept and moved by its placeholder, and goes without it", async () => {
    const code = { type: "code", value: { language: "sh", source: "ls" } };
    const gallery = { type: "gallery", value: [{ id: media.Root.image, caption: "Low water" }] };
    const video = { type: "video", value: { id: media.Root.video } };
    const { id } = await createForBo({ detail: [gallery, image(media.Root.image), video] });
    const sent = [placeholder("video", "detail.2"), code, placeholder("gallery", "detail.0")];
    const { status, body } = await update(id, { detail: sent }, "bo");
    const shown = [placeholder("video", "detail.0"), code, placeholder("gallery", "detail.2")];
    expect([status, body.detail]).toEqual([200, shown]);
    expect((await read(id)).detail).toEqual([video, code, gallery]);
  });

  test("is refused as what it is not, and twice", async () => {
    const { id } = await createForBo({ detail: [image(media.Root.image)] });
    const detail = [
      placeholder("gallery", "detail.0"),
      placeholder("image", "overview.0"),
      placeholder("image", "detail.0"),
      placeholder("image", "detail.0"),
    ];
    expect((await update(id, { detail }, "bo")).body.errors).toMatchObject({
      "detail.0.value.stored_type": [{ code: "invalid" }],
      "detail.1.value.position": [{ code: "invalid" }],
      "detail.3.value.position": [{ code: "duplicate" }],
    });
  });

  test("is published as it is", async () => {
    const { id } = await createForBo({ detail: [image(media.Root.image)] });
    await call(publishPost, { as: "ada", params: { id } });
    expect((await read(id, "bo")).detail).toEqual([placeholder("image", "detail.0")]);
    expect((await read(id)).detail).toEqual([image(media.Root.image)]);
  });
});

describe("media that are deleted", () => {
  test("leave placeholders, which can be kept, and cannot be referred to any more", async () => {
    const gone = await makeImage();
    const detail = [
      image(gone.id),
      { type: "gallery", value: [{ id: media.Root.image }, { id: gone.id }] },
      image(media.Root.image),
    ];
    const { id } = await createDraft(world.notes, { detail });
    await deleteMedia("image", gone.id);
    const shown = [placeholder("image", "detail.0"), placeholder("gallery", "detail.1"), detail[2]];
    expect((await read(id)).detail).toEqual(shown);
    expect((await update(id, { detail: shown })).body.detail).toEqual(shown);
    expect(Object.keys((await update(id, { detail })).body.errors)).toEqual([
      "detail.0.value.id",
      "detail.1.value.1.id",
    ]);
  });

  test("are no covers any more", async () => {
    const gone = await makeImage();
    const { id } = await createDraft(world.notes, { cover_image: { id: gone.id } });
    await deleteMedia("image", gone.id);
    expect((await read(id)).cover_image).toBeNull();
    expect((await update(id, { title: "Renamed" })).body.cover_image).toBeNull();
  });
});

describe("the cover image", () => {
  test("is shown also to those who may not choose it, and kept when it is not named", async () => {
    const cover_image = { id: media.Root.image, alt_text: "A heron" };
    const { id } = await createForBo({ cover_image });
    expect((await read(id, "bo")).cover_image).toEqual(cover_image);
    expect((await update(id, { title: "Renamed" }, "bo")).body.cover_image).toEqual(cover_image);
    expect((await update(id, { cover_image }, "bo")).body.errors).toMatchObject({
      "cover_image.id": [{ code: "not_found" }],
    });
  });

  test("loses its text where that is not sent along, and goes with null", async () => {
    const { image: id } = media.Root;
    const draft = await createDraft(world.notes, { cover_image: { id, alt_text: "A heron" } });
    const { body } = await update(draft.id, { cover_image: { id } });
    expect(body.cover_image).toEqual({ id, alt_text: "" });
    expect((await update(draft.id, { cover_image: null })).body.cover_image).toBeNull();
  });

  test("is looked at before the body", async () => {
    const { body } = await create({ cover_image: { id: 9_999 }, overview: [image(9_999)] });
    expect(Object.keys(body.errors)).toEqual(["cover_image.id"]);
  });
});

describe("a body with several sections of one name and unknown ones", () => {
  const heron = () => ({ type: "image", value: media.Root.image, id: "b1" });

  const imported = (sections: readonly Section[]) =>
    createPage(world.notes, () => ({
      kind: "post",
      ownerId: null,
      content: {
        ...{ title: "Imported", slug: freshSlug(), seoTitle: "", searchDescription: "" },
        ...{ visibleDate: "2026-01-02T03:04:05.000Z", tags: [], categories: [], coverImage: null },
        body: sections,
      } satisfies PostContent,
    }));

  test("shows the first section of a name; all of them are replaced, and the unknown ones stay", async () => {
    const aside = { type: "aside", value: [heron()], id: "s1" };
    const { page } = await imported([
      { type: "detail", value: [heron()], id: "s2" },
      aside,
      { type: "detail", value: [{ type: "paragraph", value: "<p>second</p>" }] },
    ]);
    expect((await read(page.id)).detail).toEqual([image(media.Root.image)]);
    const { body } = await update(page.id, { detail: [placeholder("image", "detail.0")] });
    expect(body.detail).toEqual([image(media.Root.image)]);
    const stored = (await readEditablePage(page.id))!.latest!.content as PostContent;
    expect(stored.body).toEqual([{ type: "detail", value: [heron()], id: "s2" }, aside]);
  });
});
