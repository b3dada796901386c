// Proves contract rules: type-filter.

import { beforeAll, describe, expect, test } from "vitest";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
let post: number;
let episode: number;

beforeAll(async () => {
  ({ id: post } = await createLivePost(world.notes));
  ({ id: episode } = await createEpisodeDraft(world.calls, {
    podcast_audio: { id: (await makeAudio()).id },
  }));
  const { status } = await call(publishEpisode, { as: "ada", params: { id: episode } });
  expect(status).toBe(200);
});

const idsOf = async (query: string) =>
  (await call(listPages, { query })).body.results.map(({ id }: { id: number }) => id);

describe("exact_type", () => {
  test.each([
    ["type=site.Post", () => [post, episode]],
    ["type=site.Post&exact_type=false", () => [post, episode]],
    ["type=site.Post&exact_type=true", () => [post]],
    ["type=site.post,site.Episode&exact_type=true", () => [post, episode]],
    ["type=site.Blog&exact_type=true", () => [world.notes]],
    ["exact_type=true", () => [world.home, world.notes, post, world.calls, episode]],
  ])("%s lists what it names", async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected());
  });

  test.each(["yes", "", "True"])("refuses %j", async (value) => {
    const message = "exact_type must be 'true' or 'false'";
    const { status, body } = await call(listPages, { query: `exact_type=${value}` });
    expect([status, body]).toEqual([400, { message, detail: message }]);
  });
});
