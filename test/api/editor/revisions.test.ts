// Proves contract rules: whoami, revisions, revision-client, one-revision, diff, history.

import { expect, test } from "vitest";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { extensions } from "#lib/routes/caller-shapes.ts";
import {
  diffEpisodeRevision,
  diffPostRevision,
  listEpisodeHistory,
  listEpisodeRevisions,
  listPostHistory,
  listPostRevisions,
  readEpisodeRevision,
  readPostRevision,
} from "#lib/routes/editor-history.ts";
import { createPost, publishEpisode, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { cookiesOf } from "#test/support/session.ts";
import { unsetFields } from "#test/support/unset-fields.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";
import packageFile from "../../../package.json" with { type: "json" };

const world = useWorld();

const lists: readonly Route[] = [listPostRevisions, listPostHistory];
const comparisons: readonly Route[] = [readPostRevision, diffPostRevision];
const episodeLists: readonly Route[] = [listEpisodeRevisions, listEpisodeHistory];
const episodeComparisons: readonly Route[] = [readEpisodeRevision, diffEpisodeRevision];

const save = async (id: number, fields: Record<string, unknown>, as = "ada") => {
  const { latest_revision_id } = (await call(readPost, { as: "su", params: { id } })).body;
  const body = { base_revision_id: latest_revision_id, ...fields };
  const answer = await call(updatePost, { as, params: { id }, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

test("whoami names the user, the token with its scopes, the version, and limits", async () => {
  expect((await call(whoAmI, { as: "ada-write" })).body).toEqual({
    user: { id: expect.any(Number), username: "ada" },
    scopes: ["write"],
    groups: ["Editors"],
    may: { administrate: false, moderate: false, see_statistics: false },
    token: { name: "ada-write", expires_at: null },
    version: packageFile.version,
    extensions: Object.keys(extensions),
    limits: {
      json_bytes: 1_048_576,
      form_bytes: 6_291_456,
      image_bytes: 10_485_760,
      audio_bytes: 536_870_912,
      video_bytes: 2_147_483_648,
      part_bytes: 8_388_608,
      page_size: 200,
    },
  });
  const headers = { cookie: await cookiesOf("ada") };
  const { body } = await call(whoAmI, { headers });
  expect(body).toMatchObject({ user: { username: "ada" }, scopes: null, token: null });
});

test("every extension that whoami names has its route", () => {
  const ids = routes.map(({ id }) => id);
  expect(Object.values(extensions).filter((id) => !ids.includes(id))).toEqual([]);
});

test("revisions are listed newest first, with who saved them with what, and which is public or scheduled", async () => {
  const post = await createLivePost(world.notes);
  const { id } = post;
  const { latest_revision_id: second } = await save(id, { title: "Two" }, "cy");
  const session = await cookiesOf("ada");
  const csrf = /csrftoken=([^;]+)/.exec(session)![1]!;
  const { latest_revision_id: third } = (
    await call(updatePost, {
      params: { id },
      headers: { cookie: session, "x-csrftoken": csrf, "user-agent": `Browser/${"1".repeat(200)}` },
      body: { base_revision_id: second, title: "Three" },
    })
  ).body;
  await schedulePage(id, { permit: () => {}, publishAt: "2090-01-01T00:00:00.000Z" });
  const { body } = await call(listPostRevisions, { as: "cy", params: { id } });
  const unlike = { is_latest: false, is_public: false, restored_from: null, scheduled_for: null };
  const created_at: unknown = expect.stringMatching(/Z$/);
  expect(body).toMatchObject({ count: 3, next: null, previous: null });
  expect(body.results).toEqual([
    {
      ...{ ...unlike, id: third, created_at, user: "ada", client: `Browser/${"1".repeat(92)}` },
      ...{ is_latest: true, scheduled_for: "2090-01-01T00:00:00.000Z" },
    },
    { ...unlike, id: second, created_at, user: "cy", client: "cy" },
    {
      ...{ ...unlike, id: post.latest_revision_id, created_at, user: "ada", client: "ada", is_public: true },
    },
  ]);
  const one = await call(listPostRevisions, { as: "cy", params: { id }, query: "page=2&pageSize=1" });
  expect(one.body).toMatchObject({ count: 3, results: [{ id: second }] });
  expect((await call(readLivePage, { params: { id }, query: "fields=*" })).text).not.toContain("client");
});

test("a revision is shown as the editor's object, with the page's latest revision for the next save", async () => {
  const { id, latest_revision_id: first } = await createDraft(world.notes, { title: "One" });
  const { latest_revision_id: second, ...latest } = await save(id, { title: "Two" });
  const read = (revision: number) => call(readPostRevision, { as: "ada", params: { id, revision } });
  expect((await read(second)).body).toEqual({
    ...latest,
    latest_revision_id: second,
    revision_id: second,
  });
  expect((await read(first)).body).toEqual({
    ...latest,
    title: "One",
    latest_revision_id: second,
    previous_revision_id: null,
    revision_id: first,
  });
  const other = await createDraft(world.notes);
  expect((await read(other.latest_revision_id)).status).toBe(404);
});

test("a comparison tells what was edited and what was moved since the revision before, or since any other", async () => {
  const { id: image } = await makeImage();
  const overview = ["<p>One.</p>", "<p>Two.</p>"].map((value) => ({ type: "paragraph", value }));
  const picture = { type: "image", value: { id: image } };
  const draft = await createDraft(world.notes, { title: "A", tags: ["x"], overview, detail: [picture] });
  const { id, latest_revision_id: first } = draft;
  const edited = [picture, overview[0], { type: "paragraph", value: "<p>Two and a half.</p>" }];
  const { latest_revision_id: second } = await save(id, { title: "B", overview: edited, detail: [] });
  const { latest_revision_id: third } = await save(id, { tags: ["x", "y"] });
  const compare = async (revision: number, query = "") =>
    (await call(diffPostRevision, { as: "ada", params: { id, revision }, query })).body;
  const changes = [
    { path: "title", kind: "changed", from: "A", to: "B" },
    { path: "overview.0", kind: "moved", from: "detail.0", to: "overview.0" },
    { path: "overview.2", from_path: "overview.1", kind: "changed", from: overview[1], to: edited[2] },
  ];
  const tags = { path: "tags", kind: "changed", from: ["x"], to: ["x", "y"] };
  expect(await compare(second)).toEqual({ changes });
  expect(await compare(third)).toEqual({ changes: [tags] });
  expect(await compare(third, `against=${first}`)).toEqual({
    changes: [changes[0], tags, ...changes.slice(1)],
  });
  const added = (await compare(first)).changes.map(({ kind }: { kind: string }) => kind);
  // Eight fields and three blocks, and fields that are declared later.
  const later = Object.keys(unsetFields("post")).length - 8;
  expect(added).toEqual(Array(8 + 3 + later).fill("added"));
  expect(await compare(second, `against=${second}`)).toEqual({ changes: [] });
});

test.each([
  ["against=x", "against", "invalid"],
  ["against=0", "against", "invalid"],
  ["against=999999", "against", "not_found"],
  ["with=1", "with", "unsupported_parameter"],
])("a comparison refuses ?%s", async (query, path, code) => {
  const { id, latest_revision_id: revision } = await createDraft(world.notes);
  const answer = await call(diffPostRevision, { as: "ada", params: { id, revision }, query });
  expect(answer).toMatchObject({ status: 400, body: { errors: { [path]: [{ code }] } } });
});

test("the history names what was done by whom, the newest first", async () => {
  const { id, latest_revision_id: first } = await createDraft(world.notes);
  const { latest_revision_id: second } = await save(id, { title: "Two" }, "cy");
  await call(publishPost, { as: "ada", params: { id } });
  const { body } = await call(listPostHistory, { as: "ada", params: { id } });
  const at = expect.stringMatching(/Z$/);
  expect(body).toMatchObject({ count: 4 });
  expect(body.results).toEqual([
    { at, user: "ada", kind: "wagtail.publish", revision_id: second },
    { at, user: "ada", kind: "wagtail.rename", revision_id: second },
    { at, user: "cy", kind: "wagtail.edit", revision_id: second },
    { at, user: "ada", kind: "wagtail.create", revision_id: null },
  ]);
  expect(first).toBeLessThan(second);
});

test("episodes have the same at their own addresses, where no post is", async () => {
  const podcast_audio = { id: (await makeAudio()).id };
  const episode = await createEpisodeDraft(world.calls, { podcast_audio });
  await call(publishEpisode, { as: "ada", params: { id: episode.id } });
  const post = await createDraft(world.notes);
  const at = (id: number, revision: number) => ({ as: "ada", params: { id, revision } });
  const found = await call(readEpisodeRevision, at(episode.id, episode.latest_revision_id));
  expect(found.body).toMatchObject({
    type: "site.Episode",
    podcast_audio,
    revision_id: episode.latest_revision_id,
  });
  const { body } = await call(diffEpisodeRevision, at(episode.id, episode.latest_revision_id));
  expect(body.changes).toContainEqual({
    path: "podcast_audio",
    kind: "added",
    from: null,
    to: podcast_audio,
  });
  const listed = { as: "ada", params: { id: episode.id } };
  expect((await call(listEpisodeRevisions, listed)).body.results).toMatchObject([{ is_public: true }]);
  expect((await call(listEpisodeHistory, listed)).body.results).toHaveLength(2);
  for (const route of episodeComparisons)
    expect((await call(route, at(post.id, post.latest_revision_id))).status).toBe(404);
  for (const route of episodeLists)
    expect((await call(route, { as: "ada", params: { id: post.id } })).status).toBe(404);
});

test.each([
  ["bo, who owns it", "bo", 200],
  ["cy, who may change it", "cy", 200],
  ["di, who may do nothing", "di", 403],
])("of a post of bo's, %s gets what reading the post gives", async (_, as, status) => {
  const body = { parent: { id: world.notes }, title: freshSlug(), overview: [] };
  const { id, latest_revision_id: revision } = (await call(createPost, { as: "bo", body })).body;
  expect((await call(readPost, { as, params: { id } })).status).toBe(status);
  for (const route of lists) expect((await call(route, { as, params: { id } })).status).toBe(status);
  for (const route of comparisons) {
    expect((await call(route, { as, params: { id, revision } })).status).toBe(status);
    // Nobody learns which revisions there are.
    expect((await call(route, { as, params: { id, revision: 1 } })).status).toBe(status === 200 ? 404 : 403);
    expect((await call(route, { as, params: { id: 999_999, revision } })).status).toBe(404);
  }
});
