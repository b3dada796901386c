import { beforeEach, describe, expect, test } from "vitest";
import { passwordIsRight } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { purgePage } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { AnyContent, PostContent } from "#lib/pages/content.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readBinned } from "#lib/store/bin.ts";
import { changesAfter } from "#lib/store/changes.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { queryItems } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readEditablePage, readLiveContents, readPage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { keys } from "#lib/store/table.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { blogWith, post, wholeSite } from "./site.ts";
import { withoutUuids } from "./without-uuids.ts";

beforeEach(useEmptyTable);

const counts = ({ created, updated, unchanged, deleted }: Awaited<ReturnType<typeof applyManifest>>) => ({
  created,
  updated,
  unchanged,
  deleted,
});

const idOf = async (path: string): Promise<number> =>
  (await applyManifest({ version: 1, groups: [{ name: "Finder", pages: [{ page: path, allow: [] }] }] })) &&
  (await readSite()).groups.find(({ name }) => name === "Finder")!.pages[0]!.pageId;

const stored = async (path = "/home/notes/heron") => {
  const editable = (await readEditablePage(await idOf(path)))!;
  const [live] = await readLiveContents([editable.page.id]);
  return { ...editable, latest: editable.latest!.content, live: live?.content };
};

const revisionsOf = async (id: number): Promise<number> =>
  (await queryItems({ pk: keys.revision(id, 0).pk, prefix: "REV#" })).length;

const someWhere = (changes: object): object => ({ ...wholeSite, ...changes });

describe("a first run", () => {
  test("makes everything, names all ids, and its second run changes nothing and says so", async () => {
    const first = await applyManifest(wholeSite);
    const before = await changesAfter(0);
    const second = await applyManifest(wholeSite);
    expect(counts(first)).toEqual({ created: 16, updated: 1, unchanged: 0, deleted: 0 });
    expect(counts(second)).toEqual({ created: 0, updated: 0, unchanged: 17, deleted: 0 });
    expect(second.ids).toEqual(first.ids);
    expect(second.revisions).toEqual(first.revisions);
    expect(await changesAfter(0)).toEqual(before);
    expect(Object.keys(first.ids.pages)).toEqual([
      "/home",
      "notes",
      "heron",
      "/home/notes/kept-back",
      "/home/calls",
    ]);
    expect(Object.keys(first.ids.collections)).toEqual(["Root", "Root/Shows/Old", "Root/Shows"]);
    expect(Object.keys(first.ids)).toEqual(
      expect.arrayContaining([
        "pages",
        "images",
        "audios",
        "videos",
        "collections",
        "categories",
        "users",
        "seasons",
      ]),
    );
  });

  test("gives the roots the id 1, and makes nobody else's page or collection with it", async () => {
    const { ids } = await applyManifest(wholeSite);
    expect(await readPage(1)).toMatchObject({ kind: "root", slug: "root", parentId: null });
    expect(ids.collections.Root).toBe(1);
    expect([...Object.values(ids.pages), ids.collections["Root/Shows"]]).not.toContain(1);
  });

  test("publishes what is live, with the draft on top, and leaves the rest unpublished", async () => {
    await applyManifest(wholeSite);
    const heron = await stored();
    expect(heron.page).toMatchObject({
      live: true,
      unpublishedChanges: true,
      slug: "heron",
      draftSlug: "first-heron",
    });
    expect(heron.live).toMatchObject({ title: "The heron", slug: "heron" });
    expect(heron.latest).toMatchObject({
      title: "The very first heron",
      slug: "first-heron",
      tags: ["birds", "Water Birds"],
    });
    expect((heron.latest as PostContent).body).toEqual([
      { type: "overview", value: [{ type: "paragraph", value: "<p>It <i>stood</i>.</p>" }] },
      { type: "detail", value: [] },
    ]);
    const keptBack = await stored("/home/notes/kept-back");
    expect(keptBack.page).toMatchObject({ live: false, liveRevisionId: null });
    expect((keptBack.latest as PostContent).body).toEqual([
      { type: "detail", value: [{ type: "embed", value: "https://video.example/1", id: "e1" }] },
      { type: "aside", value: [] },
    ]);
  });

  test("keeps passwords and secrets as hashes only, from the environment where the file says so", async () => {
    await applyManifest(
      {
        version: 1,
        users: [{ username: "ada", password: "env:ADA" }],
        tokens: [{ name: "ci", user: "ada", secret: "env:CI" }],
      },
      { environment: { ADA: "marsh-hen-heron", CI: "open-up".repeat(5) } },
    );
    const ada = (await readUserByName("ada"))!;
    expect(await passwordIsRight("marsh-hen-heron", ada.passwordHash)).toBe(true);
    expect(await readCredential(hashOfSecret("open-up".repeat(5)))).toMatchObject({
      name: "ci",
      userId: ada.id,
      scopes: null,
    });
  });

  test("dates a post without a date now, and a second run keeps that date", async () => {
    const undated = blogWith([post("heron", { visible_date: undefined })]);
    await applyManifest(undated);
    const { visibleDate } = (await stored()).latest as PostContent;
    expect(Math.abs(Date.parse(visibleDate) - Date.now())).toBeLessThan(60_000);
    expect((await applyManifest(undated)).updated).toBe(0);
    await applyManifest(blogWith([post("heron", { visible_date: undefined, title: "Other" })]));
    expect((await stored()).live).toMatchObject({ title: "Other", visibleDate });
  });

  test("makes the slug from the title where none is given", async () => {
    const { ids } = await applyManifest(blogWith([post("x", { slug: undefined, title: "Über Größe" })]));
    expect(Object.keys(ids.pages)).toContain("/home/notes/uber-groe");
  });
});

describe("a changed field updates that object and nothing else", () => {
  const firstUser = wholeSite.users[0]!;
  const firstGroup = wholeSite.groups[0]!;
  test.each<[string, object]>([
    ["a setting", { site: { ...wholeSite.site, name: "Other" } }],
    ["a group", { groups: [{ ...firstGroup, admin_access: false }, ...wholeSite.groups.slice(1)] }],
    [
      "a group's pages",
      {
        groups: [{ ...firstGroup, pages: [{ page: "/home", allow: ["add"] }] }, ...wholeSite.groups.slice(1)],
      },
    ],
    ["a user's groups", { users: [{ ...firstUser, groups: ["Writers"] }, ...wholeSite.users.slice(1)] }],
    ["a password", { users: [{ ...firstUser, password: "other" }, ...wholeSite.users.slice(1)] }],
    ["a token's scopes", { tokens: [{ ...wholeSite.tokens[0], scopes: [] }, ...wholeSite.tokens.slice(1)] }],
    [
      "a token's secret",
      { tokens: [{ ...wholeSite.tokens[0], secret: "four" }, ...wholeSite.tokens.slice(1)] },
    ],
    ["a category's name", { categories: [{ slug: "nature", name: "N" }, ...wholeSite.categories.slice(1)] }],
    ["a collection's restriction", { collections: [wholeSite.collections[0], { path: "Root/Shows" }] }],
  ])("%s", async (_name, change) => {
    const first = await applyManifest(wholeSite);
    const changed = await applyManifest(someWhere(change));
    expect(counts(changed)).toEqual({ created: 0, updated: 1, unchanged: 16, deleted: 0 });
    expect(changed.revisions).toEqual(first.revisions);
    expect((await applyManifest(someWhere(change))).updated).toBe(0);
  });

  test("the order of a user's groups and of a permission's words is no change", async () => {
    await applyManifest(wholeSite);
    const users = [firstUser, { ...wholeSite.users[1], groups: ["Editors", "Writers"] }];
    const groups = [
      { ...firstGroup, pages: [{ page: "/", allow: ["publish", "add"] }] },
      ...wholeSite.groups.slice(1),
    ];
    expect((await applyManifest(someWhere({ users, groups }))).updated).toBe(0);
  });

  test("what is absent from the file stays", async () => {
    await applyManifest(wholeSite);
    const before = await exportManifest();
    expect(counts(await applyManifest({ version: 1 }))).toEqual({
      created: 0,
      updated: 0,
      unchanged: 0,
      deleted: 0,
    });
    expect(await exportManifest()).toEqual(before);
  });

  test("an owner and a password that the file does not name stay; an owner of null goes", async () => {
    const users = [{ username: "ada", password: "marsh-hen" }];
    await applyManifest(blogWith([post("heron", { owner: "ada" })], { users }));
    const { passwordHash, id } = (await readUserByName("ada"))!;
    expect((await applyManifest(blogWith([post("heron")], { users: [{ username: "ada" }] }))).updated).toBe(
      0,
    );
    expect((await stored()).page.ownerId).toBe(id);
    expect((await readUserByName("ada"))!.passwordHash).toBe(passwordHash);
    await applyManifest(blogWith([post("heron", { owner: null })]));
    expect((await stored()).page.ownerId).toBeNull();
  });

  test("a rotated secret opens, and the old one does not any more", async () => {
    const with_ = (secret: string) => ({
      version: 1,
      users: [{ username: "ada" }],
      tokens: [{ name: "ci", user: "ada", secret }],
    });
    await applyManifest(with_("old"));
    await applyManifest(with_("new"));
    expect(await readCredential(hashOfSecret("old"))).toBeUndefined();
    expect(await readCredential(hashOfSecret("new"))).toMatchObject({ name: "ci" });
  });
});

describe("a page's changed content", () => {
  test("becomes one new revision, published where the page is live, with its audit entries", async () => {
    const first = await applyManifest(blogWith([post("heron", { key: "heron" })]));
    const id = first.ids.pages.heron!;
    const second = await applyManifest(blogWith([post("heron", { key: "heron", title: "Changed" })]));
    expect(counts(second)).toEqual({ created: 0, updated: 1, unchanged: 2, deleted: 0 });
    expect(await revisionsOf(id)).toBe(2);
    expect(second.revisions.heron).toBeGreaterThan(first.revisions.heron!);
    expect(await stored()).toMatchObject({
      page: { live: true, unpublishedChanges: false, title: "Changed" },
      live: { title: "Changed" },
    });
    expect((await readAudit(id)).map(({ kind }) => kind)).toEqual([
      "wagtail.create",
      "wagtail.publish",
      "wagtail.edit",
      "wagtail.rename",
      "wagtail.publish",
    ]);
  });

  test("that only looks different is no change", async () => {
    await applyManifest(blogWith([post("heron")]));
    const same = { detail: undefined, detail_markdown: "heron", visible_date: "2026-01-02 04:04:05+01:00" };
    expect((await applyManifest(blogWith([post("heron", same)]))).updated).toBe(0);
  });

  test("stays unpublished where the page is not live", async () => {
    const draft = (title: string) => blogWith([post("heron", { live: false, title })]);
    await applyManifest(draft("One"));
    await applyManifest(draft("Two"));
    expect(await stored()).toMatchObject({ page: { live: false }, latest: { title: "Two" } });
    expect((await stored()).live).toBeUndefined();
  });

  test("comes about from every state, as if it had begun there", async () => {
    const states = (slug: string): readonly object[] => [
      {},
      { draft: { title: "Draft", slug: `${slug}-drafted` } },
      { draft: {} },
      { live: false },
      { live: false, draft: { title: "Draft" } },
      { title: "Other", draft: { tags: ["t"] } },
    ];
    const slugs = states("").flatMap((_, from) => states("").map((_, to) => `from-${from}-to-${to}`));
    const at = (index: 1 | 3) =>
      blogWith(slugs.map((slug) => post(slug, states(slug)[Number(slug.split("-")[index])])));
    await applyManifest(at(3));
    const expected = withoutUuids((await exportManifest()).manifest);
    await useEmptyTable();
    await applyManifest(at(1));
    await applyManifest(at(3));
    expect(withoutUuids((await exportManifest()).manifest)).toEqual(expected);
    expect((await applyManifest(at(3))).updated).toBe(0);
  });

  test("replaces what an editor has done since, who finds it in the history", async () => {
    const file = blogWith([post("heron")]);
    const { ids } = await applyManifest(file);
    const id = ids.pages["/home/notes/heron"]!;
    const change = (latest: AnyContent) => ({ ...latest, title: "Edited" });
    await saveDraft(id, { authorId: null, permit: () => {}, change });
    expect((await applyManifest(file)).updated).toBe(1);
    expect(await stored()).toMatchObject({
      page: { unpublishedChanges: false },
      live: { title: "About heron" },
    });
    expect(await revisionsOf(id)).toBe(3);
  });

  test("a page that is withdrawn vanishes from the lists", async () => {
    const { ids } = await applyManifest(blogWith([post("heron")]));
    const before = (await changesAfter(0)).at(-1)!.number;
    await applyManifest(blogWith([post("heron", { live: false })]));
    const [change] = await changesAfter(before);
    expect(change!.change).toMatchObject({ kind: "page", id: ids.pages["/home/notes/heron"], listing: null });
  });
});

describe("slugs of drafts", () => {
  const drafted = (slug: string) => ({ draft: { slug } });
  test.each<[string, readonly object[]]>([
    ["of each other", [post("a", drafted("x")), post("b", drafted("x"))]],
    ["of an earlier public page", [post("x"), post("b", drafted("x"))]],
    ["of a later public page", [post("b", drafted("x")), post("x")]],
    ["of an unpublished page", [post("x", { live: false }), post("b", drafted("x"))]],
  ])("may be those %s: accepted with a warning, and a second run changes nothing", async (_name, posts) => {
    const warnings: string[] = [];
    const file = blogWith(posts);
    const warn = ({ path, message }: { path: string; message: string }) =>
      warnings.push(`${path}: ${message}`);
    await applyManifest(file, { warn });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/draft\.slug: x is the slug of .* too/);
    expect((await applyManifest(file)).updated).toBe(0);
  });
});

describe("with prune", () => {
  test("only what the file names is left, and the roots", async () => {
    await applyManifest(wholeSite);
    const smaller = {
      version: 1,
      users: [{ username: "ada" }],
      pages: [{ type: "site.HomePage", slug: "home", title: "Home" }],
    };
    expect(counts(await applyManifest(smaller, { prune: true }))).toEqual({
      created: 0,
      updated: 1,
      unchanged: 1,
      deleted: 4 + 1 + 3 + 2 + 2 + 2,
    });
    const { manifest } = await exportManifest();
    expect(manifest).toMatchObject({
      groups: [],
      tokens: [],
      collections: [],
      categories: [],
      users: [{ username: "ada" }],
    });
    expect(withoutUuids(manifest.pages)).toEqual([{ type: "site.HomePage", slug: "home", title: "Home" }]);
    expect((await readSite()).collections.map(({ name }) => name)).toEqual(["Root"]);
    expect(await readCredential(hashOfSecret("one"))).toBeUndefined();
    expect(counts(await applyManifest(smaller, { prune: true }))).toMatchObject({ updated: 0, deleted: 0 });
  });

  test("a post goes to the bin, from which it goes with all its history, and its slug is free", async () => {
    const { ids } = await applyManifest(blogWith([post("heron")]));
    const id = ids.pages["/home/notes/heron"]!;
    for (let index = 0; index < 90; index++) {
      const change = (latest: AnyContent) => ({ ...latest, title: `${index}` });
      await saveDraft(id, { authorId: null, permit: () => {}, change });
    }
    expect((await applyManifest(blogWith([]), { prune: true })).deleted).toBe(1);
    expect(await readPage(id)).toBeUndefined();
    expect(await purgePage(() => readBinned(id))).toBe(true);
    expect(await queryItems({ pk: keys.page(id).pk })).toEqual([]);
    expect((await applyManifest(blogWith([post("heron")]))).created).toBe(1);
  });

  test("a page whose owner goes belongs to nobody", async () => {
    const users = [{ username: "ada" }];
    await applyManifest(blogWith([post("heron", { owner: "ada" })], { users }));
    await applyManifest(blogWith([post("heron")]), { prune: true });
    expect((await stored()).page.ownerId).toBeNull();
  });
});

describe("a dry run", () => {
  const smaller = blogWith([post("new"), post("heron")]);
  test.each<[string, object | undefined, object, boolean]>([
    ["of a new site", undefined, wholeSite, false],
    ["of the same site", wholeSite, wholeSite, false],
    ["of another site", wholeSite, smaller, false],
    ["of another site, with prune", wholeSite, smaller, true],
  ])("%s tells the same outcome, and writes nothing", async (_name, before, file, prune) => {
    if (before) await applyManifest(before);
    const state = async () => [
      await exportManifest(),
      await changesAfter(0),
      await queryItems({ pk: keys.sequence("").pk }),
    ];
    const untouched = await state();
    const told = await applyManifest(file, { dryRun: true, prune });
    expect(await state()).toEqual(untouched);
    const done = await applyManifest(file, { prune });
    expect(counts(told)).toEqual(counts(done));
  });
});

test("many objects go in as many transactions as they need", async () => {
  const categories = Array.from({ length: 200 }, (_, index) => ({ slug: `c${index}`, name: `C ${index}` }));
  expect((await applyManifest({ version: 1, categories })).created).toBe(200);
  expect((await readSite()).categories.map(({ slug }) => slug)).toEqual(categories.map(({ slug }) => slug));
  expect((await applyManifest({ version: 1 }, { prune: true })).deleted).toBe(200);
});
