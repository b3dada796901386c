// Proves contract rules: list-pages, list-order, list-windows, list-parameters, site-and-locale, type-filter,
// tree-filters, field-filters, item-fields, addresses, restricted, bearer-tokens.

import { beforeAll, describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
const posts: number[] = [];

beforeAll(async () => {
  for (const [index, title] of ["Cranes", "Avocets", "Bitterns"].entries()) {
    const fields = { title, seo_title: `SEO ${title}`, visible_date: `2026-0${3 - index}-01` };
    posts.push((await createLivePost(world.notes, fields)).id);
  }
  await createDraft(world.notes);
});

type Item = { id: number; title: string; meta: Record<string, unknown> };
type Query = string | Record<string, string | number>;

const list = async (query: Query, as?: string) =>
  (await call(listPages, { query, ...(as ? { as } : {}) })).body;
const idsOf = async (query: Query, as?: string) => (await list(query, as)).results.map(({ id }: Item) => id);

describe("the list of pages", () => {
  test("shows live pages from the site's root page on, in tree order, in the envelope", async () => {
    expect(await list("")).toEqual({
      count: 6,
      next: null,
      previous: null,
      meta: { total_count: 6 },
      results: [world.home, world.notes, ...posts, world.calls].map((id) => expect.objectContaining({ id })),
    });
  });

  test("shows of each page what lists show, with links on the configured base URL", async () => {
    const { results } = await list({ id: posts[0]! });
    expect(results).toEqual([
      {
        id: posts[0],
        meta: {
          type: "site.Post",
          detail_url: `https://notes.example/api/cms/pages/${posts[0]}/`,
          html_url: expect.stringMatching(/^https:\/\/notes\.example\/notes\/post-\d+\/$/),
          slug: expect.any(String),
          first_published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
        title: "Cranes",
      },
    ]);
  });

  test.each<[string, Query, () => number[]]>([
    ["type, exactly", { type: "site.Blog" }, () => [world.notes, world.calls]],
    ["type, a subtype", { type: "site.Podcast" }, () => [world.calls]],
    ["type, several", { type: "site.HomePage,site.post" }, () => [world.home, ...posts]],
    ["type, empty", { type: "", child_of: "root" }, () => [world.notes, world.calls]],
    ["child_of", "child_of=HOME", () => [world.notes, world.calls]],
    ["descendant_of", "descendant_of=HOME", () => [world.notes, ...posts, world.calls]],
    ["descendant_of root", "descendant_of=root", () => [world.notes, ...posts, world.calls]],
    ["ancestor_of", "ancestor_of=POST", () => [world.home, world.notes]],
    ["title", { title: "Avocets" }, () => [posts[1]!]],
    ["seo_title", { seo_title: "SEO Bitterns" }, () => [posts[2]!]],
    ["slug", { slug: "notes" }, () => [world.notes]],
    ["show_in_menus", { show_in_menus: "true" }, () => []],
    ["order by title", { type: "site.Post", order: "title" }, () => [posts[1]!, posts[2]!, posts[0]!]],
    ["order by -title", { type: "site.Post", order: "-title" }, () => [posts[0]!, posts[2]!, posts[1]!]],
    ["order by visible_date", { type: "site.Post", order: "visible_date" }, () => posts.toReversed()],
    [
      "order by -first_published_at",
      { type: "site.Post", order: "-first_published_at" },
      () => posts.toReversed(),
    ],
    ["translation_of", "translation_of=POST", () => []],
    ["locale", { locale: "en", type: "site.Podcast" }, () => [world.calls]],
    ["site", { site: "notes.example", type: "site.Podcast" }, () => [world.calls]],
  ])("filters and orders by %s", async (_, query, expected) => {
    const text =
      typeof query === "string" ? query : new URLSearchParams(query as Record<string, string>).toString();
    const asked = text.replace("HOME", String(world.home)).replace("POST", String(posts[0]));
    expect(await idsOf(asked)).toEqual(expected());
  });

  test.each([
    ["type=site.Nope", "type doesn't exist"],
    ["child_of=999999", "parent page doesn't exist"],
    ["child_of=x", "child_of must be a positive integer"],
    ["descendant_of=999999", "ancestor page doesn't exist"],
    ["ancestor_of=999999", "descendant page doesn't exist"],
    ["translation_of=999999", "translation_of page doesn't exist"],
    ["child_of=1&descendant_of=1", "filtering by descendant_of with child_of is not supported"],
    ["b=1&a=2", "query parameter is not an operation or a recognised field: a, b"],
    ["order=zebra", "cannot order by 'zebra' (unknown field)"],
    ["limit=201", "limit cannot be higher than 200"],
    ["limit=-1", "limit must be a positive integer"],
    ["offset=x", "offset must be a positive integer"],
    ["fields=zebra", "unknown fields: zebra"],
    [
      "type=site.Post&visible_date=yesterday",
      expect.stringMatching(/^field filter error\. 'yesterday' is not a valid/),
    ],
  ])("refuses %s in its own envelope", async (query, message) => {
    const { status, body } = await call(listPages, { query });
    expect([status, body]).toEqual([400, { message, detail: message }]);
  });

  test.each([["locale=xx"], ["site=other.example"], ["page=2"], ["page=0"], ["format=xml"]])(
    "404s for %s",
    async (query) => {
      expect((await call(listPages, { query })).status).toBe(404);
    },
  );

  test("links windows in the style of the request, keeping the other parameters", async () => {
    const first = await list("type=site.Post&limit=2&fields=_,id");
    expect(first).toMatchObject({ count: 3, previous: null });
    expect(first.next).toMatch(/\/api\/cms\/pages\/\?fields=_%2Cid&limit=2&offset=2&type=site\.Post$/);
    const second = await list(new URL(first.next).search.slice(1));
    expect(second.results).toEqual([{ id: posts[2] }]);
    const paged = await list("type=site.Post&page=2&pageSize=2");
    expect(paged.previous).toMatch(/\/api\/cms\/pages\/\?pageSize=2&type=site\.Post$/);
  });

  test("shows the fields that are asked for, bodies included", async () => {
    const [item] =
      (
        await list({ type: "site.Post", id: posts[0]!, fields: "_,body,html_detail,parent" }).catch(() => ({
          results: [],
        }))
      ).results ?? [];
    expect(item).toBeUndefined();
    const { results } = await list({ type: "site.Post", id: posts[0]!, fields: "_,visible_date,body" });
    expect(results).toEqual([
      { visible_date: "2026-03-01T00:00:00.000Z", body: [{ type: "overview", value: [], id: null }] },
    ]);
  });

  test("shows a draft's changes only after their publication", async () => {
    const live = await createLivePost(world.calls, { title: "Before" });
    const body = { base_revision_id: live.latest_revision_id, title: "After" };
    await call(updatePost, { as: "ada", params: { id: live.id }, body });
    expect((await list({ id: live.id })).results[0].title).toBe("Before");
  });
});

describe("restricted pages", () => {
  test.each<[string, Parameters<typeof setPageProperties>[1]["restriction"], Record<string, boolean>]>([
    ["login", { type: "login" }, { "": false, ed: true, su: true }],
    ["a group", { type: "groups", groups: [1] }, { "": false, ada: true, ed: false, su: true }],
    ["a password", { type: "password", passwordHash: "x" }, { "": false, ada: false, su: false }],
  ])("by %s are listed for those who pass, and so are the pages below", async (_, restriction, expected) => {
    const { id } = await createLivePost(world.calls);
    await setPageProperties(world.calls, { restriction: restriction ?? null });
    for (const [as, passes] of Object.entries(expected)) {
      const ids = await idsOf("limit=200", as || undefined);
      expect([as, ids.includes(id), ids.includes(world.calls)]).toEqual([as, passes, passes]);
      const child = await call(listPages, { query: { child_of: world.calls }, ...(as ? { as } : {}) });
      expect([as, child.status]).toEqual([as, passes ? 200 : 400]);
    }
    await setPageProperties(world.calls, { restriction: null });
    expect(await idsOf({ id })).toEqual([id]);
  });
});

test("a bad bearer token is refused here too", async () => {
  const { status, headers } = await call(listPages, { as: "nobody" });
  expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
});
