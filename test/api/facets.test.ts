// Proves contract rules: pagination, facets-list, who-counts, facet-parameters, legacy-counts, modal-counts,
// modal-selected, modal-search, facet-groups, days-and-months.

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { listFacets, readFacets } from "#lib/routes/facets.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { listPages } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { visit } from "#test/support/site-pages.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

beforeAll(async () => {
  const { weather, birds } = world;
  const posts = [
    { title: "Ice", visible_date: "2025-01-10", tags: ["Marsh", "ice"], categories: [weather] },
    { title: "Reed", visible_date: "2025-02-10", tags: ["marsh"], categories: [weather, birds] },
    { title: "Tern", visible_date: "2025-02-20", tags: ["Marsh"], categories: [birds] },
    { title: "Wind", visible_date: "2025-03-01" },
  ];
  for (const fields of posts) await createLivePost(world.notes, fields);
  await createDraft(world.notes, { visible_date: "2025-02-11", tags: ["Marsh"], categories: [birds] });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

type Query = string | Record<string, string>;

const read = async (query: Query = "", id = world.notes) =>
  (await call(readFacets, { params: { id }, query })).body;

const entry = (slug: string, count: number, name = slug) => ({ slug, name, count });

interface Named {
  readonly slug?: string;
  readonly title?: string;
}

const everything = {
  date_facets: [entry("2025-01", 1), entry("2025-02", 2), entry("2025-03", 1)],
  category_facets: [entry("birds", 2, "Birds"), entry("weather", 2, "Weather")],
  tag_facets: [entry("ice", 1), entry("marsh", 2, "Marsh"), entry("marsh_1", 1, "marsh")],
};

describe("the list of blogs with facet counts", () => {
  test("has the live ones without a restriction, the newest first, in the envelope", async () => {
    const { body } = await call(listFacets);
    const item = (id: number) => ({
      id,
      url: expect.stringMatching(new RegExp(`^http.*/api/facet_counts/${id}$`)),
    });
    expect(body).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [item(world.calls), item(world.notes)],
    });
    const { body: first } = await call(listFacets, { query: "pageSize=1" });
    expect(first).toMatchObject({ count: 2, next: expect.stringContaining("page=2&pageSize=1") });
    await setPageProperties(world.calls, { restriction: { type: "login" } });
    expect((await call(listFacets, { as: "ada" })).body.results).toEqual([item(world.notes)]);
    await setPageProperties(world.calls, { restriction: null });
  });

  test.each(["0", "3", "x"])("has no page %s", async (page) => {
    const { status, body } = await call(listFacets, { query: { page } });
    expect([status, body]).toEqual([404, { detail: "Invalid page." }]);
  });
});

describe("facet counts", () => {
  test("say how many posts there are of each month, category and tag, and where they are read", async () => {
    expect(await read()).toEqual({
      id: world.notes,
      url: expect.stringMatching(new RegExp(`^http.*/api/facet_counts/${world.notes}$`)),
      facet_counts: everything,
    });
    expect(Object.keys((await read()).facet_counts)).toEqual([
      "date_facets",
      "category_facets",
      "tag_facets",
    ]);
  });

  test.each<[name: string, query: Query]>([
    ["another mode", "mode=Modal"],
    ["no mode", "mode="],
    ["an order", "o=-visible_date"],
    ["parameters that mean nothing", "color=blue&use_post_filter=false&page=7"],
    ["a month that is none", "date_facets=2025-13"],
    ["a category that is no slug", { category_facets: "a b" }],
    ["a tag that is no slug", { tag_facets: "a,b" }],
    ["days that are none", "date_after=soon&date_before=2025-02-30"],
    ["a search for nothing", { search: " - " }],
  ])("are of all posts with %s", async (_, query) => {
    expect((await read(query)).facet_counts).toEqual(everything);
  });

  test.each<[query: Record<string, string>, counts: Partial<typeof everything>]>([
    [
      { tag_facets: "marsh" },
      {
        date_facets: [entry("2025-01", 1), entry("2025-02", 1)],
        category_facets: [entry("birds", 1, "Birds"), entry("weather", 1, "Weather")],
        tag_facets: [entry("ice", 1), entry("marsh", 2, "Marsh")],
      },
    ],
    [
      { date_facets: "2025-2", category_facets: "weather" },
      {
        date_facets: [entry("2025-02", 1)],
        category_facets: [entry("birds", 1, "Birds"), entry("weather", 1, "Weather")],
        tag_facets: [entry("marsh_1", 1, "marsh")],
      },
    ],
    [
      { date_after: "2025-02-10", date_before: "2025-02-20", tag_facets: "a b" },
      {
        date_facets: [entry("2025-02", 2)],
        category_facets: [entry("birds", 2, "Birds"), entry("weather", 1, "Weather")],
        tag_facets: [entry("marsh", 1, "Marsh"), entry("marsh_1", 1, "marsh")],
      },
    ],
    [
      { search: "reed" },
      {
        date_facets: [entry("2025-02", 1)],
        category_facets: [entry("birds", 1, "Birds"), entry("weather", 1, "Weather")],
        tag_facets: [entry("marsh_1", 1, "marsh")],
      },
    ],
    [{ tag_facets: "unknown" }, { date_facets: [], category_facets: [], tag_facets: [] }],
    [{ search: "?" }, { date_facets: [], category_facets: [], tag_facets: [] }],
  ])("are of the posts that match everything: %j", async (query, counts) => {
    expect((await read(query)).facet_counts).toEqual(counts);
  });
});

const modal = async (query: Record<string, string> = {}, id = world.notes) =>
  read({ mode: "modal", ...query }, id);

const all = {
  mode: "modal",
  result_count: 4,
  groups: {
    date_facets: { selected: "", all_count: 4, options: everything.date_facets.toReversed() },
    tag_facets: { selected: "", all_count: 4, options: everything.tag_facets },
    category_facets: { selected: "", all_count: 4, options: everything.category_facets },
  },
};

test("days and months follow the time zone of the site, in counts, lists and pages", async () => {
  const useTimezone = (timezone: string) =>
    changeSite(async ({ settings }) => ({ settings: { ...settings, timezone } }));
  const shown = async () => {
    const listed = await call(listPages, { query: "use_post_filter=true&date_after=2025-03-01" });
    const page = await visit("/notes/?date_facets=2025-03");
    return {
      months: (await read()).facet_counts.date_facets,
      modal: (await read("mode=modal")).groups.date_facets.options.map((each: Named) => each.slug),
      listed: listed.body.results.map((each: Named) => each.title),
      page: String(page.body).match(/>[^<]*2025<\/time>/g),
    };
  };
  const inUtc = await shown();
  expect(inUtc.months).toEqual(everything.date_facets);
  expect(inUtc).toMatchObject({ listed: ["Wind"], page: [">March 1, 2025</time>"] });
  await useTimezone("America/New_York");
  expect(await shown()).toEqual({
    months: [entry("2025-01", 1), entry("2025-02", 3)],
    modal: ["2025-02", "2025-01"],
    listed: [],
    page: null,
  });
  await useTimezone("UTC");
  expect(await shown()).toEqual(inUtc);
});

describe("modal facet counts", () => {
  test("have the groups with all their values, the newest month first", async () => {
    const body = await modal();
    expect(body).toEqual(all);
    expect(Object.keys(body.groups)).toEqual(["date_facets", "tag_facets", "category_facets"]);
  });

  test("count each group without its own selection, zeros included", async () => {
    expect(await modal({ tag_facets: "marsh", category_facets: "birds" })).toEqual({
      mode: "modal",
      result_count: 1,
      groups: {
        date_facets: {
          selected: "",
          all_count: 1,
          options: [entry("2025-03", 0), entry("2025-02", 1), entry("2025-01", 0)],
        },
        tag_facets: {
          selected: "marsh",
          all_count: 2,
          options: [entry("ice", 0), entry("marsh", 1, "Marsh"), entry("marsh_1", 1, "marsh")],
        },
        category_facets: {
          selected: "birds",
          all_count: 2,
          options: [entry("birds", 1, "Birds"), entry("weather", 1, "Weather")],
        },
      },
    });
  });

  test("show selections as they were understood: months with two digits, slugs as given, what is none as nothing", async () => {
    const { groups, result_count } = await modal({
      date_facets: "2025-2!",
      category_facets: "tides",
      tag_facets: "a b",
    });
    expect([
      groups.date_facets.selected,
      groups.category_facets.selected,
      groups.tag_facets.selected,
    ]).toEqual(["2025-02", "tides", ""]);
    expect([result_count, groups.category_facets.all_count, groups.date_facets.all_count]).toEqual([0, 2, 0]);
  });

  test.each([{ date_after: "2030-01-01" }, { date_before: "2001-01-01" }, { o: "visible_date" }])(
    "are the same with %j",
    async (query) => {
      expect(await modal(query as Record<string, string>)).toEqual(all);
    },
  );

  test("are narrowed by a search, also where lists have none, and keep the values of what it misses", async () => {
    const found = await modal({ search: "TERN" });
    expect(found.result_count).toBe(1);
    expect(found.groups.tag_facets).toEqual({
      selected: "",
      all_count: 1,
      options: [entry("ice", 0), entry("marsh", 1, "Marsh"), entry("marsh_1", 0, "marsh")],
    });
    vi.stubEnv("SITE_FILTERSET_FACETS", '["tag_facets"]');
    expect((await modal({ search: "tern" })).result_count).toBe(1);
    expect((await modal({ search: "!" })).result_count).toBe(0);
    expect((await read({ search: "tern" })).facet_counts.tag_facets).toEqual(everything.tag_facets);
  });
});

describe("groups that the site has switched off", () => {
  test("are shown in neither mode, and their selections are ignored", async () => {
    vi.stubEnv("SITE_FILTERSET_FACETS", '["date_facets", "tag_facets"]');
    const query = { category_facets: "birds", date_after: "2025-03-01" };
    const { date_facets, tag_facets } = everything;
    expect((await read(query)).facet_counts).toEqual({ date_facets, tag_facets });
    const { groups } = await modal(query);
    expect(groups).toEqual({ date_facets: all.groups.date_facets, tag_facets: all.groups.tag_facets });
    vi.stubEnv("SITE_FILTERSET_FACETS", "[]");
    expect((await read("o=title")).facet_counts).toEqual({});
    expect(await modal({ o: "title" })).toEqual({ mode: "modal", result_count: 4, groups: {} });
  });
});

const newBlog = async (slug: string, kind: "blog" | "podcast" = "blog"): Promise<number> => {
  const content = { title: slug, slug, seoTitle: "", searchDescription: "", description: "", theme: null };
  const { page } = await createPage(world.home, () => ({ kind, content, ownerId: null }));
  return page.id;
};

const publish = (id: number) => publishPage(id, { publisherId: null, permit: () => undefined });

describe("counted posts", () => {
  test("are the episodes of a podcast as well", async () => {
    const audio = await makeAudio();
    const { id } = await createEpisodeDraft(world.calls, {
      tags: ["night"],
      podcast_audio: { id: audio.id },
    });
    expect((await read("", world.calls)).facet_counts.tag_facets).toEqual([]);
    await call(publishEpisode, { as: "ada", params: { id } });
    expect((await read("", world.calls)).facet_counts.tag_facets).toEqual([entry("night", 1)]);
  });

  test("are public now and unrestricted, also for a caller who may see restricted ones", async () => {
    const blog = await newBlog("tides");
    await publish(blog);
    const tags = async () =>
      (await call(readFacets, { as: "ada", params: { id: blog } })).body.facet_counts.tag_facets;
    const kept = await createLivePost(blog, { tags: ["ebb"] });
    await createLivePost(blog, { tags: ["flow"] });
    expect(await tags()).toEqual([entry("ebb", 1), entry("flow", 1)]);
    await setPageProperties(kept.id, { restriction: { type: "login" } });
    expect(await tags()).toEqual([entry("flow", 1)]);
    await setPageProperties(kept.id, { restriction: null });
    expect(await tags()).toEqual([entry("ebb", 1), entry("flow", 1)]);
    await unpublishPage(kept.id, { permit: () => undefined });
    expect(await tags()).toEqual([entry("flow", 1)]);
    expect((await modal({}, blog)).groups.tag_facets.options).toEqual([entry("flow", 1)]);
  });

  test("have a category's current name and slug, and no deleted category", async () => {
    const blog = await newBlog("seasons");
    await publish(blog);
    const gone = 900;
    await changeSite(async () => ({ categories: [{ id: gone, slug: "autumn", name: "Autumn" }] }));
    await createLivePost(blog, { categories: [gone, world.birds] });
    expect((await read("", blog)).facet_counts.category_facets).toEqual([
      entry("autumn", 1, "Autumn"),
      entry("birds", 1, "Birds"),
    ]);
    await changeSite(async () => ({ categories: [{ id: gone, slug: "fall", name: "Fall" }] }));
    expect((await read("category_facets=fall", blog)).facet_counts.category_facets).toEqual([
      entry("birds", 1, "Birds"),
      entry("fall", 1, "Fall"),
    ]);
    await changeSite(async () => ({ removed: [{ kind: "CATEGORY", id: gone }] }));
    expect((await read("", blog)).facet_counts.category_facets).toEqual([entry("birds", 1, "Birds")]);
  });
});

describe("there are no facet counts", () => {
  const refused = { status: 404, body: { detail: "No Blog matches the given query." } };
  const counts = async (id: number, as?: string) => {
    const { status, body } = await call(readFacets, { params: { id }, ...(as ? { as } : {}) });
    return { status, body };
  };

  test("of what is no blog, or no page", async () => {
    const post = await createLivePost(world.notes);
    for (const id of [world.home, post.id, 987_654, Number.MAX_SAFE_INTEGER]) {
      expect(await counts(id)).toEqual(refused);
    }
    await unpublishPage(post.id, { permit: () => undefined });
  });

  test("of a blog that is a draft, or that somebody is kept from, whoever asks", async () => {
    const blog = await newBlog("storms", "podcast");
    expect(await counts(blog, "ada")).toEqual(refused);
    await publish(blog);
    expect(await counts(blog)).toMatchObject({ status: 200 });
    await setPageProperties(blog, { restriction: { type: "login" } });
    expect(await counts(blog, "ada")).toEqual(refused);
    await setPageProperties(blog, { restriction: null });
    await setPageProperties(world.home, { restriction: { type: "login" } });
    expect(await counts(blog, "ada")).toEqual(refused);
    await setPageProperties(world.home, { restriction: null });
  });

  test("of an id that is no number", async () => {
    const path = { path: "/api/facet_counts/notes/" } as unknown as Route;
    const { status, body } = await call({ ...fallback, ...path } as Route);
    expect([status, body]).toEqual([404, { detail: "Not found." }]);
  });
});

test("facet counts are revalidated, and answered without a body while nothing has changed", async () => {
  const { headers } = await call(readFacets, { params: { id: world.notes } });
  const sent = { "if-none-match": headers.etag ?? "" };
  expect(headers["cache-control"]).toBe("public, no-cache");
  const again = () => call(readFacets, { params: { id: world.notes }, headers: sent });
  expect((await again()).status).toBe(304);
  await createLivePost(world.notes, { tags: ["new"] });
  expect((await again()).status).toBe(200);
});
