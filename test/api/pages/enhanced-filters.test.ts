// Proves contract rules: enhanced-filters, facet-filters, date-filters, o-order, filter-search.

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { publishEpisode, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** Page ids by what the posts are called here. */
const named: Record<string, number> = {};

beforeAll(async () => {
  const { weather, birds } = world;
  const posts: Record<string, Record<string, unknown>> = {
    ice: { title: "Ice", visible_date: "2025-01-31T23:59:59.999Z", tags: ["Marsh"], categories: [weather] },
    reed: { title: "Reed", visible_date: "2025-02-01T00:00:00Z", tags: ["marsh", "Café"] },
    tern: { title: "Tern", visible_date: "2025-02-28T20:00:00-05:00", tags: ["Marsh"], categories: [birds] },
    wind: { title: "Wind", visible_date: "2025-03-01T00:00:00Z", categories: [weather, birds] },
  };
  for (const [name, fields] of Object.entries(posts)) {
    named[name] = (await createLivePost(world.notes, fields)).id;
  }
  const { id } = await createEpisodeDraft(world.calls, {
    title: "Calls at night",
    visible_date: "2025-02-14T12:00:00Z",
    tags: ["Marsh"],
    podcast_audio: { id: (await makeAudio()).id },
  });
  await call(publishEpisode, { as: "ada", params: { id } });
  named.night = id;
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const namesIn = async (query: Record<string, string | number>, useFilters = "true"): Promise<string[]> => {
  const { body } = await call(listPages, { query: { use_post_filter: useFilters, ...query } });
  const names = new Map(Object.entries(named).map(([name, id]) => [id, name]));
  return body.results.map(({ id }: { id: number }) => names.get(id) ?? "?");
};

const all = ["ice", "reed", "tern", "wind", "night"];

describe("a list with the enhanced filters", () => {
  test("shows posts and episodes, whatever types it names", async () => {
    expect(await namesIn({})).toEqual(all);
    expect(await namesIn({ type: "site.Post" })).toEqual(all);
    expect(await namesIn({ type: "site.Episode" })).toEqual(["night"]);
    expect(await namesIn({ type: "site.Blog,site.Episode" })).toEqual(["night"]);
    expect(await namesIn({ type: "site.Blog" })).toEqual([]);
  });

  test.each(["True", "1", "", "yes"])("ignores them unless they are asked for: %j", async (text) => {
    const plain = await namesIn({ type: "site.Post" }, text);
    expect(await namesIn({ type: "site.Post", tag_facets: "marsh", o: "-visible_date" }, text)).toEqual(
      plain,
    );
    expect(plain).toEqual(all);
  });

  test.each<[query: Record<string, string>, names: string[]]>([
    [{ date_facets: "2025-02" }, ["reed", "night"]],
    [{ date_facets: "2025-2" }, ["reed", "night"]],
    [{ date_facets: " 2025-/03" }, ["tern", "wind"]],
    [{ date_facets: "2025-04" }, []],
    [{ date_facets: "2025-13" }, all],
    [{ date_facets: "" }, all],
    [{ category_facets: "weather" }, ["ice", "wind"]],
    [{ category_facets: "Weather" }, []],
    [{ category_facets: "tides" }, []],
    [{ category_facets: "two words" }, all],
    [{ tag_facets: "marsh" }, ["ice", "tern", "night"]],
    [{ tag_facets: "marsh_1" }, ["reed"]],
    [{ tag_facets: "café" }, ["reed"]],
    [{ tag_facets: "Marsh" }, []],
    [{ tag_facets: "marsh,café" }, all],
    [{ date_after: "2025-02-01" }, ["reed", "tern", "wind", "night"]],
    [{ date_after: "2025-03-01" }, ["tern", "wind"]],
    [{ date_after: "tomorrow" }, all],
    [{ date_before: "2025-01-31" }, ["ice"]],
    [{ date_before: "2025-02-28" }, ["ice", "reed", "night"]],
    [{ date_before: "2025-02-30" }, all],
    [{ date_after: "2025-02-02", date_before: "2025-02-28" }, ["night"]],
    [{ date_after: "2025-02-28", date_before: "2025-02-02" }, []],
    [{ tag_facets: "marsh", category_facets: "birds", date_facets: "2025-03" }, ["tern"]],
    [{ tag_facets: "a b", category_facets: "birds", date_facets: "soon" }, ["tern", "wind"]],
    [{ tag_facets: "marsh", slug: "none" }, []],
    [{ category_facets: "birds", child_of: "root" }, []],
  ])("%j", async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
  });

  test.each<[query: Record<string, string>, names: string[]]>([
    [{ o: "visible_date" }, ["ice", "reed", "night", "wind", "tern"]],
    [{ o: "-visible_date" }, ["tern", "wind", "night", "reed", "ice"]],
    [{ o: "title" }, all],
    [{ o: "-visible_date", order: "title" }, ["night", "ice", "reed", "tern", "wind"]],
    [{ o: "-visible_date", order: "" }, ["tern", "wind", "night", "reed", "ice"]],
    [{ o: "-visible_date", tag_facets: "marsh", limit: "2" }, ["tern", "night"]],
  ])("%j", async (query, names) => {
    expect(await namesIn(query)).toEqual(names);
  });

  test("counts what is left, and keeps the filters in its links", async () => {
    const query = { use_post_filter: "true", tag_facets: "marsh", limit: 1, offset: 1 };
    const { body } = await call(listPages, { query });
    expect([body.count, body.meta.total_count]).toEqual([3, 3]);
    expect(body.next).toContain("limit=1&offset=2&tag_facets=marsh&use_post_filter=true");
  });

  test("is filtered by what is public, from its publication on", async () => {
    const post = await createLivePost(world.notes, { tags: ["draught"] });
    const ids = async () =>
      (await call(listPages, { query: "use_post_filter=true&tag_facets=draught" })).body.results.length;
    expect(await ids()).toBe(1);
    const body = { base_revision_id: post.latest_revision_id, tags: [] };
    await call(updatePost, { as: "ada", params: { id: post.id }, body });
    expect(await ids()).toBe(1);
  });

  test("ignores the filters that the site has switched off, and one that is bad does not switch off another", async () => {
    vi.stubEnv("SITE_FILTERSET_FACETS", '["tag_facets"]');
    const query = {
      tag_facets: "marsh",
      category_facets: "birds",
      date_after: "2025-03-01",
      o: "-visible_date",
    };
    expect(await namesIn(query)).toEqual(["ice", "tern", "night"]);
  });

  test("goes on with all filters where their setting is wrong", async () => {
    vi.stubEnv("SITE_FILTERSET_FACETS", "tags");
    expect(await namesIn({ category_facets: "weather" })).toEqual(["ice", "wind"]);
  });
});
