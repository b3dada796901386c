// Proves contract rules: hidden-is-missing, episode-fields, episode-endpoints, sections, create-stages,
// create-draft, episode-parent, covers-and-audios-shown, post-addresses, update-needs-change, update-stages,
// clearing.

import { beforeAll, describe, expect, test } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import {
  createEpisode,
  createPost,
  lookUpPost,
  readEpisode,
  readPost,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { unsetFields } from "#test/support/unset-fields.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();
const ids = { audio: 0, shown: 0, otherPodcast: 0 };
const [season, otherSeason] = [71, 72];

/** `pia` may do everything below the podcast, and choose media in `Root/Shows` only. */
beforeAll(async () => {
  const { ids: made } = await applyManifest({
    version: 1,
    groups: [
      {
        name: "Podcasters",
        admin_access: true,
        pages: [{ page: "/home/calls", allow: ["add", "change", "publish"] }],
        collections: [{ collection: "Root/Shows", audios: ["choose"] }],
      },
    ],
    users: [{ username: "pia", groups: ["Podcasters"] }],
    tokens: [{ name: "pia", user: "pia", secret: "pia" }],
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [{ type: "site.Podcast", key: "other", slug: "other", title: "Another podcast" }],
      },
    ],
  });
  ids.otherPodcast = made.pages.other ?? 0;
  ids.audio = (await makeAudio()).id;
  ids.shown = (await makeAudio({ collectionId: world.shows })).id;
  await setPageProperties(world.calls, { seasons: [{ id: season, key: "s1", number: 1, name: "First" }] });
  await setPageProperties(ids.otherPodcast, {
    seasons: [{ id: otherSeason, key: "s1", number: 1, name: "" }],
  });
});

const create = (fields: Record<string, unknown>, as = "ada") => {
  const slug = freshSlug();
  const body = { parent: { id: world.calls }, title: slug, slug, overview: [], ...fields };
  return call(createEpisode, { as, body });
};

const read = async (id: number) => (await call(readEpisode, { as: "ada", params: { id } })).body;

type Draft = { readonly id: number; readonly latest_revision_id: number };

const update = ({ id, latest_revision_id }: Draft, fields: object, as = "ada") =>
  call(updateEpisode, { as, params: { id }, body: { base_revision_id: latest_revision_id, ...fields } });

const updateAsPost = ({ id, latest_revision_id }: Draft, fields: object) =>
  call(updatePost, { as: "ada", params: { id }, body: { base_revision_id: latest_revision_id, ...fields } });

/** The problems of an answer as `path/code`. */
const problemsOf = (body: { errors: Record<string, { code: string }[]> }): string[] =>
  Object.entries(body.errors).flatMap(([path, problems]) => problems.map(({ code }) => `${path}/${code}`));

const everything = () => ({
  podcast_audio: { id: ids.audio },
  episode_number: 12,
  episode_type: "bonus",
  season: { id: season },
  keywords: "reeds, mud",
  explicit: 3,
  block: true,
});

const nothing = {
  podcast_audio: null,
  episode_number: null,
  episode_type: "",
  season: null,
  keywords: "",
  explicit: 1,
  block: false,
};

describe("a created episode", () => {
  test("is a draft with everything that was sent, and shows it in the order of the document", async () => {
    const slug = freshSlug();
    const { status, body } = await create({
      ...everything(),
      slug,
      title: "Bitterns",
      tags: ["marsh"],
      categories: [world.birds],
      visible_date: "2026-01-02",
      detail: [{ type: "audio", value: { id: ids.shown } }],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...unsetFields("episode"),
      id: expect.any(Number),
      type: "site.Episode",
      title: "Bitterns",
      slug,
      page_slug: slug,
      seo_title: "",
      search_description: "",
      parent: { id: world.calls },
      visible_date: "2026-01-02T00:00:00.000Z",
      tags: ["marsh"],
      categories: [world.birds],
      cover_image: null,
      overview: [],
      detail: [{ type: "audio", value: { id: ids.shown } }],
      latest_revision_id: expect.any(Number),
      previous_revision_id: null,
      live: false,
      status: "draft",
      preview_url: `/cms/pages/${body.id}/view_draft/`,
      edit_url: `/cms/pages/${body.id}/edit/`,
      api_url: `/api/editor/episodes/${body.id}/`,
      ...everything(),
    });
    expect(await read(body.id)).toEqual(body);
  });

  test("says nothing of its own unless it is told, and needs no audio as a draft", async () => {
    expect(await createEpisodeDraft(world.calls)).toMatchObject(nothing);
    expect((await create(nothing)).body).toMatchObject(nothing);
  });

  test("goes below podcasts only", async () => {
    const refused = async (id: number) => problemsOf((await create({ parent: { id } })).body);
    expect(await refused(world.notes)).toEqual(["parent/invalid"]);
    expect(await refused(world.home)).toEqual(["parent/not_found"]);
    expect(await refused(999_999)).toEqual(["parent/not_found"]);
    expect(await refused((await createEpisodeDraft(world.calls)).id)).toEqual(["parent/not_found"]);
  });

  test("stays below its parent", async () => {
    const draft = await createEpisodeDraft(world.calls);
    const moved = await update(draft, { parent: { id: ids.otherPodcast }, title: "Moved" });
    expect(moved.body.parent).toEqual({ id: world.calls });
  });

  test("leaves plain posts below the podcast plain, whatever episode fields they are sent with", async () => {
    const post = await createDraft(world.calls, { ...everything(), explicit: "sometimes" });
    expect(post.type).toBe("site.Post");
    expect(post).not.toHaveProperty("podcast_audio");
  });

  test("needs permission below the podcast, and the refusal names the parent", async () => {
    const { status, body } = await create({}, "bo");
    expect([status, body.code, body.parent_id]).toEqual([403, "permission_denied", world.calls]);
  });
});

/** A value of a field, and what reads back, or the `path/code`s of the refusal. */
type Row = readonly [what: string, value: () => unknown, gives: () => unknown];

const takes = (what: string, value: () => unknown, gives = value): Row => [what, value, gives];
const refuses = (what: string, value: unknown, ...problems: string[]): Row => [
  what,
  () => value,
  () => problems,
];

const rows = {
  podcast_audio: [
    takes("an audio", () => ({ id: ids.audio })),
    takes(
      "an audio by the digits of its id",
      () => ({ id: `${ids.audio}` }),
      () => ({ id: ids.audio }),
    ),
    takes("null", () => null),
    refuses("no audio's id", { id: 999_999 }, "podcast_audio.id/not_found"),
    refuses("zero", { id: 0 }, "podcast_audio.id/not_found"),
    refuses("a huge id", { id: 1e300 }, "podcast_audio.id/not_found"),
    refuses("no id", {}, "podcast_audio.id/required"),
    refuses("an id of null", { id: null }, "podcast_audio.id/null"),
    refuses("an id of letters", { id: "x" }, "podcast_audio.id/invalid"),
    refuses("a bare id", 7, "podcast_audio/invalid", "podcast_audio.non_field_errors/invalid"),
  ],
  episode_number: [
    takes(
      "digits",
      () => "7",
      () => 7,
    ),
    takes("null", () => null),
    refuses("zero", 0, "episode_number/min_value"),
    refuses("a negative number", -3, "episode_number/min_value"),
    refuses("a fraction", 1.5, "episode_number/invalid"),
    refuses("a number that is not exact", 1e300, "episode_number/invalid"),
    refuses("a boolean", true, "episode_number/invalid"),
    refuses("nothing", "", "episode_number/invalid"),
  ],
  episode_type: [
    takes("full", () => "full"),
    takes("trailer", () => "trailer"),
    takes("bonus", () => "bonus"),
    takes("nothing", () => ""),
    refuses("a capital", "Full", "episode_type/invalid_choice"),
    refuses("a blank before it", " full", "episode_type/invalid_choice"),
    refuses("a number", 1, "episode_type/invalid_choice"),
    refuses("a list", ["full"], "episode_type/invalid_choice"),
    refuses("null", null, "episode_type/null"),
  ],
  season: [
    takes("a season of the podcast", () => ({ id: season })),
    takes("null", () => null),
    refuses("another podcast's season", { id: otherSeason }, "season/invalid"),
    refuses("no season's id", { id: 0 }, "season/invalid"),
    refuses("no id", {}, "season.id/required"),
    refuses("a key", "s1", "season/invalid", "season.non_field_errors/invalid"),
  ],
  keywords: [
    takes("255 characters", () => "k".repeat(255)),
    takes(
      "a number",
      () => 5,
      () => "5",
    ),
    refuses("256 characters", "k".repeat(256), "keywords/max_length"),
    refuses("null", null, "keywords/null"),
  ],
  explicit: [
    takes("yes", () => 1),
    takes("no", () => 2),
    takes("clean", () => 3),
    takes(
      "digits",
      () => "2",
      () => 2,
    ),
    refuses("zero", 0, "explicit/invalid_choice"),
    refuses("a word", "yes", "explicit/invalid_choice"),
    refuses("a boolean", true, "explicit/invalid_choice"),
    refuses("nothing", "", "explicit/invalid_choice"),
    refuses("null", null, "explicit/null"),
  ],
  block: [
    takes(
      "a word for true",
      () => "yes",
      () => true,
    ),
    refuses("another word", "perhaps", "block/invalid"),
    refuses("null", null, "block/null"),
  ],
} satisfies Record<string, readonly Row[]>;

type FieldName = keyof typeof rows;
type Answer = Awaited<ReturnType<typeof create>>;

const expectGiven = (field: FieldName, [, , gives]: Row, { status, body }: Answer): void => {
  const given = gives();
  const isRefused = Array.isArray(given);
  expect(isRefused ? problemsOf(body) : body[field]).toEqual(given);
  expect(status < 300).toBe(!isRefused);
};

/** Sends a value with a create, with a PATCH to the post endpoint, and with one to the episode endpoint. */
const sendEverywhere =
  (field: FieldName) =>
  async (...row: Row) => {
    const fields = { [field]: row[1]() };
    expectGiven(field, row, await create(fields));
    const draft = await createEpisodeDraft(world.calls);
    expectGiven(field, row, await updateAsPost(draft, fields));
    expectGiven(field, row, await update(await read(draft.id), fields));
  };

describe("an episode field, on create and on PATCH at either endpoint", () => {
  test.each(rows.podcast_audio)("podcast_audio: %s", sendEverywhere("podcast_audio"));
  test.each(rows.episode_number)("episode_number: %s", sendEverywhere("episode_number"));
  test.each(rows.episode_type)("episode_type: %s", sendEverywhere("episode_type"));
  test.each(rows.season)("season: %s", sendEverywhere("season"));
  test.each(rows.explicit)("explicit: %s", sendEverywhere("explicit"));
  test.each(rows.keywords)("keywords: %s", sendEverywhere("keywords"));
  test.each(rows.block)("block: %s", sendEverywhere("block"));

  test("is reported together with the others and with a post's", async () => {
    const { body } = await create({ title: "", episode_number: 0, explicit: 9, keywords: null });
    expect(problemsOf(body).sort()).toEqual([
      "episode_number/min_value",
      "explicit/invalid_choice",
      "keywords/null",
      "title/blank",
    ]);
  });
});

describe("a PATCH of an episode at either endpoint", () => {
  const wrong = { title: "", detail_markdown: 5, episode_number: 0, explicit: 9, keywords: null };

  test.each([
    ["the post endpoint", updateAsPost],
    ["the episode endpoint", update],
  ])("reports all problems of its fields together: %s", async (_, send) => {
    const draft = await createEpisodeDraft(world.calls);
    const { status, body } = await send(draft, wrong);
    expect([status, problemsOf(body).sort()]).toEqual([
      400,
      [
        "detail_markdown/invalid",
        "episode_number/min_value",
        "explicit/invalid_choice",
        "keywords/null",
        "title/blank",
      ],
    ]);
  });
});

test("a PATCH of a post has no problems with fields of episodes", async () => {
  const post = await createDraft(world.notes);
  const { body } = await updateAsPost(post, { title: "", episode_number: 0, explicit: 9 });
  expect(problemsOf(body)).toEqual(["title/blank"]);
});

describe("an updated episode", () => {
  test("has what was sent, and keeps the rest", async () => {
    const draft = await createEpisodeDraft(world.calls, everything());
    const { body } = await update(draft, { episode_number: 13, title: "Renumbered" });
    expect(body).toMatchObject({ ...everything(), episode_number: 13, title: "Renumbered" });
    expect(body.previous_revision_id).toBe(draft.latest_revision_id);
  });

  test("loses its audio, number and season by null", async () => {
    const draft = await createEpisodeDraft(world.calls, everything());
    const cleared = { podcast_audio: null, episode_number: null, season: null };
    const { body } = await update(draft, cleared);
    expect(body).toMatchObject({ ...everything(), ...cleared });
    expect(await read(draft.id)).toEqual(body);
  });

  test("counts an episode field as a change, through either endpoint", async () => {
    const draft = await createEpisodeDraft(world.calls);
    expect((await updateAsPost(draft, { block: true })).body).toMatchObject({
      type: "site.Episode",
      block: true,
      api_url: `/api/editor/episodes/${draft.id}/`,
    });
  });

  test("is something else than an updated post, of which episode fields are unknown and no change", async () => {
    const post = await createDraft(world.calls);
    const only = await updateAsPost(post, { explicit: "sometimes", podcast_audio: 3 });
    expect(problemsOf(only.body)).toEqual(["non_field_errors/required"]);
    const { status, body } = await updateAsPost(post, { explicit: "sometimes", title: "Renamed" });
    expect([status, body.title]).toEqual([200, "Renamed"]);
    expect(body).not.toHaveProperty("explicit");
  });
});

describe("what an episode refers to", () => {
  test("must be choosable: a forbidden audio is missing like one that does not exist", async () => {
    const { status, body } = await create({ podcast_audio: { id: ids.shown } }, "pia");
    expect([status, body.podcast_audio]).toEqual([201, { id: ids.shown }]);
    const forbidden = await create({ podcast_audio: { id: ids.audio } }, "pia");
    expect(problemsOf(forbidden.body)).toEqual(["podcast_audio.id/not_found"]);
    expect(problemsOf((await update(body, { podcast_audio: { id: ids.audio } }, "pia")).body)).toEqual([
      "podcast_audio.id/not_found",
    ]);
  });

  test("is shown to callers who may edit it, also an audio that they may not choose", async () => {
    const draft = await createEpisodeDraft(world.calls, { podcast_audio: { id: ids.audio } });
    const { body } = await call(readEpisode, { as: "pia", params: { id: draft.id } });
    expect(body.podcast_audio).toEqual({ id: ids.audio });
    const kept = await update(draft, { title: "Kept" }, "pia");
    expect(kept.body.podcast_audio).toEqual({ id: ids.audio });
  });

  test("is null once the audio is deleted, and the other fields stay editable", async () => {
    const audio = await makeAudio();
    const draft = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
    await deleteMedia("audio", audio.id);
    expect((await read(draft.id)).podcast_audio).toBeNull();
    const { status, body } = await update(draft, { title: "Still here" });
    expect([status, body.podcast_audio]).toEqual([200, null]);
  });

  const wrong = {
    cover_image: { id: 999_999 },
    categories: [999_999],
    detail: [{ type: "image", value: { id: 999_999 } }],
    podcast_audio: { id: 999_999 },
    season: { id: 999_999 },
  };
  type Wrong = keyof typeof wrong;

  test("is looked at in the order cover, categories, body, audio, season, slug on create", async () => {
    const { slug: taken } = await createDraft(world.calls);
    const order: readonly Wrong[] = ["cover_image", "categories", "detail", "podcast_audio", "season"];
    for (const [index, first] of order.entries()) {
      const rest = Object.fromEntries(order.slice(index).map((name) => [name, wrong[name]]));
      const { body } = await create({ ...rest, slug: taken });
      expect(Object.keys(body.errors)[0]?.split(".")[0]).toBe(first);
    }
    expect(problemsOf((await create({ slug: taken })).body)).toEqual(["slug/duplicate"]);
    const nameless = { slug: undefined, title: "…", season: wrong.season };
    expect(problemsOf((await create(nameless)).body)).toEqual(["season/invalid"]);
    expect(problemsOf((await create({ ...nameless, season: null })).body)).toEqual(["slug/required"]);
  });

  test("is looked at in the order slug, cover, categories, audio, season, body on PATCH", async () => {
    const { slug: taken } = await createDraft(world.calls);
    const draft = await createEpisodeDraft(world.calls);
    const order: readonly Wrong[] = ["cover_image", "categories", "podcast_audio", "season", "detail"];
    expect(problemsOf((await update(draft, { ...wrong, slug: taken })).body)).toEqual(["slug/duplicate"]);
    for (const [index, first] of order.entries()) {
      const rest = Object.fromEntries(order.slice(index).map((name) => [name, wrong[name]]));
      const { body } = await update(draft, rest);
      expect(Object.keys(body.errors)[0]?.split(".")[0]).toBe(first);
    }
    expect((await read(draft.id)).latest_revision_id).toBe(draft.latest_revision_id);
  });

  test("may be an image as a cover, as of any post", async () => {
    const image = await makeImage();
    const { body } = await create({ cover_image: { id: image.id, alt_text: "Reeds" } });
    expect(body.cover_image).toEqual({ id: image.id, alt_text: "Reeds" });
  });
});

describe("the endpoints", () => {
  test("of episodes serve episodes only, and say so", async () => {
    const post = await createDraft(world.calls);
    const missing = { code: "not_found", detail: "Episode not found." };
    for (const id of [post.id, world.calls, 999_999]) {
      expect((await call(readEpisode, { as: "ada", params: { id } })).body).toEqual(missing);
      const body = { base_revision_id: 1, title: "Changed" };
      expect((await call(updateEpisode, { as: "ada", params: { id }, body })).body).toEqual(missing);
    }
    expect((await call(readEpisode, { as: "di", params: { id: post.id } })).body).toEqual(missing);
  });

  test("of posts show an episode as an episode, found by its slug too", async () => {
    const draft = await createEpisodeDraft(world.calls, everything());
    expect((await call(readPost, { as: "ada", params: { id: draft.id } })).body).toEqual(draft);
    const query = { parent: world.calls, slug: draft.slug };
    expect((await call(lookUpPost, { as: "ada", query })).body).toEqual(draft);
  });

  test("share one namespace of slugs below a podcast", async () => {
    const draft = await createEpisodeDraft(world.calls);
    const body = { parent: { id: world.calls }, title: "Same", slug: draft.slug, overview: [] };
    expect(problemsOf((await call(createPost, { as: "ada", body })).body)).toEqual(["slug/duplicate"]);
    expect(problemsOf((await create({ slug: draft.slug })).body)).toEqual(["slug/duplicate"]);
  });

  test.each([
    ["su", 200],
    ["pia", 200],
    ["cy", 403],
    ["di", 403],
    ["ed", 403],
    ["ada-write", 200],
  ])("let %s read an episode with %i", async (as, status) => {
    const draft = await createEpisodeDraft(world.calls);
    expect((await call(readEpisode, { as, params: { id: draft.id } })).status).toBe(status);
  });

  test.each([
    ["ada-write", 200, undefined],
    ["ada-publish", 403, "insufficient_scope"],
    ["di", 403, "permission_denied"],
  ])("let %s update an episode with %i", async (as, status, code) => {
    const answer = await update(await createEpisodeDraft(world.calls), { block: true }, as);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
