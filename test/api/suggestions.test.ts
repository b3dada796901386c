// Proves contract rules: instants, suggestion-text, suggestions, suggestion-facets.

import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { publishEpisode, publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { anyText } from "#test/support/any-text.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const suggest = async (search: string, blogId = world.notes) =>
  (await call(readSuggestions, { params: { id: blogId }, query: { search } })).body;

const suggestedIds = async (search: string, blogId = world.notes): Promise<number[]> =>
  (await suggest(search, blogId)).suggestions.map(({ id }: { id: number }) => id);

describe("a suggestion", () => {
  test("is a post whose title has a word that begins like the text, with where to go and its date", async () => {
    const { id } = await createLivePost(world.notes, {
      title: "The first Avocet",
      slug: "first-avocet",
      visible_date: "2025-03-04T05:06:07.089+02:00",
    });
    expect(await suggest("avo")).toEqual({
      query: "avo",
      suggestions: [
        {
          id,
          title: "The first Avocet",
          url: "/notes/first-avocet/",
          visible_date: "2025-03-04T03:06:07.089+00:00",
        },
      ],
    });
  });

  test("is not found by its body, its description or its tags", async () => {
    await createLivePost(world.notes, {
      title: "Untold",
      search_description: "bluethroat",
      tags: ["bluethroat"],
      detail: [{ type: "paragraph", value: "<p>bluethroat</p>" }],
    });
    expect(await suggestedIds("bluethroat")).toEqual([]);
  });

  test.each([
    ["curlew the", true],
    ["CÜRL", true],
    ["  -the--curlew ", true],
    ['"the" cur"', true],
    ["urlew", false],
    ["the whimbrel", false],
  ])("for %j: %s", async (search, expected) => {
    const { id } = await createLivePost(world.notes, { title: "The Cúrlew" });
    expect((await suggestedIds(search)).includes(id)).toBe(expected);
  });

  test("has the title, slug and blog that are public, from the moment of their publication", async () => {
    const live = await createLivePost(world.notes, { title: "Dunlin", slug: "dunlin" });
    const body = { base_revision_id: live.latest_revision_id, title: "Knot", slug: "knot" };
    await call(updatePost, { as: "ada", params: { id: live.id }, body });
    expect([await suggestedIds("dunlin"), await suggestedIds("knot")]).toEqual([[live.id], []]);
    await call(publishPost, { as: "ada", params: { id: live.id } });
    expect(await suggestedIds("dunlin")).toEqual([]);
    expect((await suggest("knot")).suggestions).toMatchObject([
      { id: live.id, title: "Knot", url: "/notes/knot/" },
    ]);
    await unpublishPage(live.id, { permit: () => undefined });
    expect(await suggestedIds("knot")).toEqual([]);
  });

  test("is no draft", async () => {
    await createDraft(world.notes, { title: "Garganey" });
    expect(await suggestedIds("garganey")).toEqual([]);
  });

  test("may be an episode", async () => {
    const audio = await makeAudio();
    const { id } = await createEpisodeDraft(world.calls, {
      title: "Bittern",
      podcast_audio: { id: audio.id },
    });
    await call(publishEpisode, { as: "ada", params: { id } });
    expect(await suggestedIds("bittern", world.calls)).toEqual([id]);
    expect(await suggestedIds("bittern")).toEqual([]);
  });

  test("is not behind a restriction, whoever asks", async () => {
    const { id } = await createLivePost(world.notes, { title: "Osprey" });
    await setPageProperties(id, { restriction: { type: "login" } });
    const { body } = await call(readSuggestions, {
      as: "su",
      params: { id: world.notes },
      query: { search: "osprey" },
    });
    expect(body.suggestions).toEqual([]);
    await setPageProperties(id, { restriction: null });
    expect(await suggestedIds("osprey")).toEqual([id]);
  });
});

test("the eight posts that were published last come, the latest first", async () => {
  const posts = [];
  for (let index = 0; index < 9; index++)
    posts.push(await createLivePost(world.notes, { title: `Sanderling ${index}` }));
  const [first, ...others] = posts.map(({ id }) => id);
  expect(await suggestedIds("sanderling")).toEqual(others.toReversed());
  const body = { base_revision_id: posts[0].latest_revision_id, title: "Sanderling again" };
  await call(updatePost, { as: "ada", params: { id: first }, body });
  await call(publishPost, { as: "ada", params: { id: first } });
  expect(await suggestedIds("sanderling")).toEqual([first, ...others.slice(1).toReversed()]);
});

describe("suggestions from a part of the blog", () => {
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const make = async (name: string, fields: Record<string, unknown>) => {
      ids[name] = (await createLivePost(world.notes, { title: `Plover ${name}`, ...fields })).id;
    };
    await make("a", { visible_date: "2025-02-01T00:00:00Z", categories: [world.birds], tags: ["Marsh"] });
    await make("b", { visible_date: "2025-02-28T23:59:59Z", categories: [world.weather], tags: ["marsh"] });
    await make("c", {
      visible_date: "2025-03-01T00:00:00Z",
      categories: [world.birds],
      tags: ["Salt marsh"],
    });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const namesFor = async (query: string): Promise<string> => {
    const params = { id: world.notes };
    const { body } = await call(readSuggestions, { params, query: `search=plover&${query}` });
    const found = body.suggestions.map(({ id }: { id: number }) => id);
    return Object.keys(ids)
      .filter((name) => found.includes(ids[name]))
      .join("");
  };

  test.each([
    ["date_facets=2025-02", "ab"],
    ["date_facets=2025-3", "c"],
    ["date_facets=2025-04", ""],
    ["date_facets=spring", "abc"],
    ["category_facets=birds", "ac"],
    ["category_facets=fish", ""],
    ["category_facets=the+birds", "abc"],
    ["tag_facets=marsh", "a"],
    ["tag_facets=marsh_1", "b"],
    ["tag_facets=salt-marsh", "c"],
    ["tag_facets=sea", ""],
    ["tag_facets=salt,marsh", "abc"],
    ["date_facets=2025-02&category_facets=birds&tag_facets=marsh", "a"],
    ["date_facets=2025-03&category_facets=birds&tag_facets=marsh", ""],
    ["date_facets=never&category_facets=birds", "ac"],
    ["date_after=2025-02-15&date_before=2025-02-20&o=visible_date&mode=modal&use_post_filter=false", "abc"],
  ])("for %s are %j", async (query, names) => {
    expect(await namesFor(query)).toBe(names);
  });

  test("are from all of it where the facet is not active", async () => {
    vi.stubEnv("SITE_FILTERSET_FACETS", '["search", "category_facets"]');
    expect(await namesFor("date_facets=2025-03&tag_facets=marsh")).toBe("abc");
    expect(await namesFor("category_facets=weather")).toBe("b");
  });
});

test.each([
  ["", ""],
  ["s", "s"],
  [" - s", "s"],
  ["\0s\0", "s"],
  ["++", "++"],
])("for %j nothing is suggested, and the query is %j", async (search, query) => {
  await createLivePost(world.notes, { title: "Sanderling" });
  expect(await suggest(search)).toEqual({ query, suggestions: [] });
});

test("the query is repeated as it is understood, its case kept", async () => {
  expect((await suggest("  Low--WATER\t mark ")).query).toBe("Low WATER mark");
});

test("without a text nothing is suggested", async () => {
  const { body } = await call(readSuggestions, { params: { id: world.notes } });
  expect(body).toEqual({ query: "", suggestions: [] });
});

test("no text is syntax or fails", async () => {
  const { id } = await createLivePost(world.notes, { title: "Spoonbill" });
  const syntax = fc.constantFrom(
    '"',
    "*",
    "(",
    ")",
    ":",
    "^",
    "+",
    "-",
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "{a b}",
    "words:",
    " ",
  );
  const text = fc.oneof(
    anyText({ maxLength: 700 }),
    fc.array(syntax, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (search) => {
      const { status } = await call(readSuggestions, { params: { id: world.notes }, query: { search } });
      expect(status).toBe(200);
    }),
  );
  expect(await suggestedIds('spoon* "NOT" (')).toEqual([]);
  expect(await suggestedIds('"spoon* (')).toEqual([id]);
});

describe("what may be kept", () => {
  const path = () => readSuggestions.path.replace("{id}", String(world.notes));

  test.each<[string, number, () => ReturnType<typeof call>]>([
    ["an answer", 200, () => call(readSuggestions, { params: { id: world.notes }, query: "search=post" })],
    ["an unknown blog's", 404, () => call(readSuggestions, { params: { id: 999_999 } })],
    ["a wrong method's", 405, () => call({ ...fallback, method: "POST", path: path() } as Route)],
  ])("is nothing: not %s (%d)", async (_, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "cache-control": "private, no-store",
      allow: "GET, HEAD, OPTIONS",
    });
    expect(answer.headers).not.toHaveProperty("etag");
  });
});

describe("no blog to suggest from", () => {
  const expectNone = async (id: number | string, as?: string) => {
    const { status, body } = await call(readSuggestions, {
      params: { id },
      query: "search=post",
      ...(as ? { as } : {}),
    });
    expect([status, body]).toEqual([404, { detail: "No Blog matches the given query." }]);
  };

  test.each<[string, () => Promise<number | string> | number | string]>([
    ["a number that is no page's", () => 999_999],
    ["zero", () => 0],
    ["a number beyond all ids", () => "9".repeat(30)],
    ["a page that is no blog", () => world.home],
    ["a post", async () => (await createLivePost(world.notes)).id],
  ])("is %s", async (_, idOf) => {
    await expectNone(await idOf());
  });

  test("is a restricted one, whoever asks", async () => {
    await setPageProperties(world.calls, { restriction: { type: "login" } });
    await expectNone(world.calls, "su");
    await setPageProperties(world.calls, { restriction: null });
    expect((await call(readSuggestions, { params: { id: world.calls } })).status).toBe(200);
  });

  test("is one that is not live", async () => {
    await unpublishPage(world.calls, { permit: () => undefined });
    await expectNone(world.calls);
  });
});
