// Proves contract rules: site-changes, site-renames, site-removals, own-rights.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { updateSiteThings } from "#lib/routes/administration-site.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readPage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";
import { changeThings, problemPaths, readThings } from "./site-things.ts";

const world = useWorld();
rehearseCalls();

const secret = `whsec_${"a".repeat(44)}`;
const issuer = "https://ci.example";

const named = (list: readonly Record<string, unknown>[], member: string, name: string) =>
  list.find((object) => object[member] === name);

beforeAll(async () => {
  await applyManifest({
    version: 1,
    tokens: [
      { name: "admin", user: "su", secret: "admin", scopes: ["admin"] },
      { name: "writer", user: "su", secret: "writer", scopes: ["write"] },
    ],
    authors: [{ slug: "eve", name: "Eve" }],
    webhooks: [{ name: "builds", url: "https://builds.example/hook", secret }],
    collections: [{ path: "Root/Closed", restriction: { type: "password", password: "a long password" } }],
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Podcast",
            slug: "calls",
            title: "Calls",
            podcast: { subtitle: "Of the marsh", author: "Ada" },
            seasons: [{ key: "one", number: 1, name: "First" }],
          },
        ],
      },
    ],
  });
});

describe("PATCH /api/admin/site/", () => {
  test("is for administrators with the scope", async () => {
    for (const [as, status] of [
      ["ada", 403],
      ["writer", 403],
      ["admin", 200],
    ] as const)
      expect((await changeThings({}, { as })).status).toBe(status);
  });

  test("makes and changes what it names, and nothing else", async () => {
    const before = await readThings();
    const { status, body } = await changeThings({
      set: {
        categories: [
          { slug: "birds", name: "Birds of the marsh" },
          { slug: "ice", name: "Ice" },
        ],
      },
    });
    expect(status).toBe(200);
    expect(named(body.categories, "slug", "birds")).toMatchObject({
      id: world.birds,
      name: "Birds of the marsh",
    });
    expect(named(body.categories, "slug", "ice")).toMatchObject({ name: "Ice" });
    const { digest: _, categories: __, ...others } = before;
    expect(body).toMatchObject(others);
    expect(body).toEqual(await readThings());
  });

  test("merges settings member by member; null is a member's default", async () => {
    const set = { settings: { name: "Marsh", timezone: "Europe/Berlin", theme: "plain" } };
    expect((await changeThings({ set })).body.settings).toMatchObject({
      name: "Marsh",
      timezone: "Europe/Berlin",
    });
    const { body } = await changeThings({ set: { settings: { timezone: null } } });
    expect(body.settings.name).toBe("Marsh");
    expect(body.settings).not.toHaveProperty("timezone");
  });

  test("sets navigation and social links as a whole", async () => {
    const links = [
      { title: "One", url: "/one/" },
      { title: "Two", url: "/two/" },
    ];
    await changeThings({
      set: { navigation: links, social_links: [{ title: "Far", url: "https://far.example" }] },
    });
    const { body } = await changeThings({ set: { navigation: [{ title: "Two", url: "/two/" }] } });
    expect(body.navigation).toEqual([{ title: "Two", url: "/two/" }]);
    expect(body.social_links).toEqual([{ title: "Far", url: "https://far.example" }]);
  });

  test("merges objects member by member, and replaces lists in them", async () => {
    await changeThings({
      set: { groups: [{ name: "Crew", admin_access: true, pages: [{ page: "/home", allow: ["add"] }] }] },
    });
    const { body } = await changeThings({
      set: { groups: [{ name: "Crew", pages: [{ page: "/home/notes", allow: ["change"] }] }] },
    });
    expect(named(body.groups, "name", "Crew")).toMatchObject({
      admin_access: true,
      pages: [{ page: "/home/notes", allow: ["change"] }],
    });
  });

  test("keeps the ids of seasons by their keys, and the details of a podcast that it does not name", async () => {
    const seasons = async () => (await call(listSeasons, { as: "ada", params: { id: world.calls } })).body;
    const [first] = (await seasons()).results;
    const { status, body } = await changeThings({
      set: {
        parents: [
          {
            path: "/home/calls",
            podcast: { subtitle: "Of the sea" },
            seasons: [
              { key: "two", number: 1, name: "Second" },
              { key: "one", number: 2, name: "Once first" },
            ],
          },
        ],
      },
    });
    expect(status).toBe(200);
    expect(named(body.parents, "path", "/home/calls")).toMatchObject({
      title: "Calls",
      podcast: { subtitle: "Of the sea", author: "Ada" },
      seasons: [
        { key: "two", number: 1, name: "Second" },
        { key: "one", number: 2, name: "Once first" },
      ],
    });
    const page = await readPage(world.calls);
    expect(page?.seasons?.find(({ key }) => key === "one")?.id).toBe(first?.id);
  });

  test("makes a new parent in the place that its path names, and those above it", async () => {
    const { status, body } = await changeThings({
      set: {
        parents: [
          {
            path: "/home/shows/tides",
            type: "site.Podcast",
            title: "Tides",
            seasons: [{ key: "s", number: 1, name: "" }],
          },
          { path: "/home/shows", type: "site.HomePage", title: "Shows" },
        ],
        restrictions: [{ page: "/home/shows/tides", type: "login" }],
      },
    });
    expect(status).toBe(200);
    const made = named(body.parents, "path", "/home/shows/tides");
    expect(made).toMatchObject({ type: "site.Podcast", title: "Tides" });
    expect(named(body.restrictions, "page", "/home/shows/tides")).toMatchObject({ type: "login" });
    expect((await call(readLivePage, { as: "su", params: { id: Number(made?.id) } })).status).toBe(200);
  });

  test("restricts pages and posts, and opens them", async () => {
    const post = await createLivePost(world.notes, {});
    const draft = await createDraft(world.notes);
    const path = `/home/notes/${(await readPage(post.id))?.slug}`;
    const draftPath = `/home/notes/${draft.slug}`;
    await changeThings({
      set: {
        restrictions: [
          { page: path, type: "groups", groups: ["Readers"] },
          { page: draftPath, type: "login" },
        ],
      },
    });
    expect((await call(readLivePage, { params: { id: post.id } })).status).toBe(404);
    const body = await readThings();
    expect(named(body.restrictions, "page", path)).toMatchObject({ type: "groups", groups: ["Readers"] });
    expect(named(body.restrictions, "page", draftPath)).toMatchObject({ type: "login" });
    const opened = await changeThings({ remove: { restrictions: [path] } });
    expect(named(opened.body.restrictions, "page", path)).toBeUndefined();
    expect((await call(readLivePage, { params: { id: post.id } })).status).toBe(200);
  });

  test("keeps secrets that it does not name", async () => {
    const { status, body } = await changeThings({
      set: {
        webhooks: [{ name: "builds", active: false }],
        collections: [{ path: "Root/Closed", restriction: { type: "password" } }],
      },
    });
    expect([status, named(body.webhooks, "name", "builds")]).toMatchObject([200, { active: false }]);
    expect(named(body.collections, "path", "Root/Closed")).toMatchObject({
      restriction: { type: "password" },
    });
    expect(
      problemPaths(
        await changeThings({
          set: {
            collections: [{ path: "Root/Shows", restriction: { type: "password" } }],
            webhooks: [{ name: "new", url: "https://new.example" }],
          },
        }),
      ),
    ).toEqual(["set.collections.0.restriction.password/required", "set.webhooks.0.secret/required"]);
  });

  test("made of what GET answered changes nothing", async () => {
    await changeThings({
      set: {
        settings: { logo: null },
        oidc: [{ issuer, audience: "lectern", user: "ada", claims: { repository: "one" } }],
        redirects: [
          { from: "/a/", to: "/home/notes" },
          { from: "/b/", to: "/home/calls" },
        ],
        workflows: [
          { name: "Review", tasks: [{ name: "Look", groups: ["Editors"] }], pages: ["/home/notes"] },
        ],
      },
    });
    const { digest, ...sections } = await readThings();
    const { status, body } = await changeThings({ base_digest: digest, set: sections });
    expect([status, body]).toEqual([200, { digest, ...sections }]);
    // Also in another order, and in part.
    const redirects = [sections.redirects[1]];
    expect(
      (await changeThings({ set: { redirects, categories: sections.categories.toReversed() } })).body,
    ).toEqual(body);
  });

  test("reports all problems at once, with paths into the body, and writes nothing", async () => {
    const before = await readThings();
    const answer = await changeThings({
      set: {
        settings: { theme: 7, motto: "x" },
        navigation: [{ title: "No target" }],
        categories: [
          { slug: "good", name: "Good" },
          { slug: "not a slug", name: "" },
          { name: "Nameless" },
          "x",
        ],
        groups: [{ name: "Crew", pages: [{ page: "/nowhere", allow: ["add"] }] }],
        parents: [
          { path: "/home/x/y", type: "site.Blog", title: "Y" },
          { path: "/home/notes", type: "site.Podcast" },
          { path: "/home/notes2", type: "site.Blog", title: "Z", restriction: null },
        ],
        redirects: [{ from: "/c/", to: "/nowhere" }],
        restrictions: [
          { page: "/nowhere", type: "login" },
          { page: "/home", type: "groups", groups: ["None"] },
        ],
        things: [],
      },
      remove: { categories: ["nothing"], settings: ["name"] },
      rename: { navigation: { a: "b" } },
    });
    expect([answer.status, problemPaths(answer)]).toEqual([
      400,
      [
        "remove.categories.0/not_found",
        "remove.settings/unsupported",
        "rename.navigation/unsupported",
        "set.categories.1.name/blank",
        "set.categories.1.slug/invalid",
        "set.categories.2.slug/required",
        "set.categories.3/invalid",
        "set.groups.0.pages.0.page/not_found",
        "set.navigation.0.url/required",
        "set.parents.0.path/not_found",
        "set.parents.1.type/invalid",
        "set.parents.2.restriction/unsupported",
        "set.redirects.0.to/not_found",
        "set.restrictions.0.page/not_found",
        "set.restrictions.1.groups.0/not_found",
        "set.settings.motto/unsupported",
        "set.settings.theme/invalid",
        "set.things/unsupported",
      ],
    ]);
    expect(await readThings()).toEqual(before);
  });

  test("makes and changes no posts or episodes as parents", async () => {
    const post = await createLivePost(world.notes, { title: "The owl box", slug: "owl-box" });
    const answer = await changeThings({
      set: {
        parents: [
          { path: "/home/notes/owl-box", type: "site.Post", title: "Other" },
          { path: "/home/notes/new", type: "site.Post", title: "New" },
          { path: "/home/calls/new", type: "site.Episode", title: "New" },
          { path: "/home/notes/untyped", title: "New" },
        ],
      },
    });
    expect([answer.status, problemPaths(answer)]).toEqual([
      400,
      [
        "set.parents.0.type/invalid_choice",
        "set.parents.1.type/invalid_choice",
        "set.parents.2.type/invalid_choice",
        "set.parents.3.type/required",
      ],
    ]);
    const asBlog = { path: "/home/notes/owl-box", type: "site.Blog", title: "Other" };
    expect((await changeThings({ set: { parents: [asBlog] } })).status).toBe(400);
    const { body } = await call(readPost, { as: "ada", params: { id: post.id } });
    expect(body.title).toBe("The owl box");
  });

  test("refuses the same object in set and remove", async () => {
    const answer = await changeThings({
      set: { categories: [{ slug: "birds", name: "Birds" }] },
      remove: { categories: ["birds"] },
    });
    expect(problemPaths(answer)).toEqual(["remove.categories.0/conflict"]);
  });

  test("is refused if a section that it names has changed since the base digest", async () => {
    const { digest } = await readThings();
    await changeThings({ set: { categories: [{ slug: "mist", name: "Mist" }] } });
    const stale = await changeThings({
      base_digest: digest,
      set: { categories: [{ slug: "fog", name: "Fog" }] },
    });
    const now = await readThings();
    expect([stale.status, stale.body]).toEqual([
      409,
      { code: "site_conflict", detail: expect.any(String), digest: now.digest },
    ]);
    // Another section has not changed.
    expect((await changeThings({ base_digest: digest, set: { settings: { name: "Other" } } })).status).toBe(
      200,
    );
  });

  test.each(["", "unknown", "1.a", `${"x.".repeat(200)}`])(
    "is refused on the unknown digest '%s'",
    async (base_digest) => {
      const { digest } = await readThings();
      for (const change of [{ set: { settings: { name: "Never" } } }, {}, { remove: { groups: [] } }]) {
        const { status, body } = await changeThings({ base_digest, ...change });
        expect([status, body.code, body.digest]).toEqual([409, "site_conflict", digest]);
      }
    },
  );

  test("requires the base digest", async () => {
    const answer = await call(updateSiteThings, { as: "su", body: { set: {} } });
    expect(problemPaths(answer)).toEqual(["base_digest/required"]);
  });

  test("renames objects, which keep their ids and uses", async () => {
    const before = await readThings();
    const { status, body } = await changeThings({
      rename: {
        categories: { weather: "sky" },
        groups: { Guests: "Visitors" },
        collections: { "Root/Shows": "Root/Programmes" },
        webhooks: { builds: "site builds" },
        parents: { "/home/notes": "/home/letters" },
      },
      set: { categories: [{ slug: "sky", name: "Sky" }] },
    });
    expect(status).toBe(200);
    expect(named(body.categories, "slug", "sky")).toMatchObject({ id: world.weather, name: "Sky" });
    expect(named(body.groups, "name", "Visitors")?.id).toBe(named(before.groups, "name", "Guests")?.id);
    expect(named(body.collections, "path", "Root/Programmes")?.id).toBe(world.shows);
    expect(named(body.webhooks, "name", "site builds")).toMatchObject({ url: "https://builds.example/hook" });
    expect(named(body.parents, "path", "/home/letters")?.id).toBe(world.notes);
    await changeThings({
      rename: { parents: { "/home/letters": "/home/notes" }, categories: { sky: "weather" } },
    });
  });

  test("refuses names that are taken, unknown or impossible", async () => {
    const answer = await changeThings({
      rename: {
        categories: { weather: "birds", nothing: "something", ice: "not a slug" },
        collections: { "Root/Closed": "Root/Programmes/Closed" },
        parents: { "/home/notes": "/notes", "/home/calls": "/home/api" },
      },
    });
    expect(problemPaths(answer)).toEqual([
      "rename.categories.ice/invalid",
      "rename.categories.nothing/not_found",
      "rename.categories.weather/duplicate",
      "rename.collections.Root/Closed/invalid",
      "rename.parents./home/calls/invalid",
      "rename.parents./home/notes/invalid",
    ]);
  });

  test("removes objects that nothing uses", async () => {
    await changeThings({
      set: {
        categories: [{ slug: "gone", name: "Gone" }],
        authors: [{ slug: "gone", name: "Gone" }],
        groups: [{ name: "Gone" }],
        collections: [{ path: "Root/Gone" }],
        parents: [{ path: "/home/gone", type: "site.Blog", title: "Gone" }],
        webhooks: [{ name: "gone", url: "https://gone.example", secret }],
        redirects: [{ from: "/gone/", to: "/home/notes" }],
        oidc: [{ issuer, audience: "gone", user: "ada", claims: { repository: "gone" } }],
        workflows: [{ name: "Gone", tasks: [{ name: "Look", groups: ["Editors"] }] }],
      },
    });
    const { status, body } = await changeThings({
      remove: {
        categories: ["gone"],
        authors: ["gone"],
        groups: ["Gone"],
        collections: ["Root/Gone"],
        parents: ["/home/gone/"],
        webhooks: ["gone"],
        redirects: ["/gone/"],
        oidc: [{ issuer, audience: "gone", user: "ada" }],
        workflows: ["Gone"],
      },
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body).toLowerCase()).not.toContain("gone");
  });

  test("removes nothing that is used, and says what uses it", async () => {
    const post = await createLivePost(world.notes, { categories: [world.birds], authors: ["eve"] });
    const draft = await createDraft(world.notes, { categories: [world.birds], authors: ["eve"] });
    const before = await readThings();
    const pages = [post.id, draft.id].sort((one, other) => one - other);
    for (const remove of [{ categories: ["birds"] }, { authors: ["eve"] }]) {
      const answer = await changeThings({ remove, set: { settings: { name: "Never" } } });
      expect([answer.status, answer.body]).toEqual([
        409,
        { code: "in_use", detail: expect.any(String), pages, keys: [] },
      ]);
    }
    const others = await changeThings({ remove: { groups: ["Editors"] } });
    expect(others.body).toMatchObject({ code: "in_use", keys: ["user ada", "user ex", "workflow Review"] });
    const parent = await changeThings({ remove: { parents: ["/home/notes"] } });
    expect(parent.body.code).toBe("in_use");
    expect(parent.body.pages).toContain(post.id);
    expect(parent.body.keys).toContain("workflow Review");
    expect(await readThings()).toEqual(before);
  });

  test("removes no season that episodes belong to", async () => {
    const page = await readPage(world.calls);
    const [season] = page?.seasons ?? [];
    const episode = await createEpisodeDraft(world.calls, { season: { id: season!.id } });
    const answer = await changeThings({ set: { parents: [{ path: "/home/calls", seasons: [] }] } });
    expect(answer.body).toMatchObject({ code: "in_use", pages: [episode.id] });
  });

  test("takes nothing away by which the caller administrates", async () => {
    await applyManifest({
      version: 1,
      users: [{ username: "su", superuser: true, groups: ["Correctors"] }],
    });
    const answer = await changeThings({
      set: { groups: [{ name: "Correctors", admin_access: false }] },
      remove: {},
    });
    expect(problemPaths(answer)).toEqual(["set.groups.0.admin_access/invalid"]);
    expect(problemPaths(await changeThings({ remove: { groups: ["Correctors"] } }))).toEqual([
      "remove.groups.0/invalid",
    ]);
  });

  test("gives its answer again to a repeated request with a key, and works once", async () => {
    const { digest } = await readThings();
    const body = { base_digest: digest, set: { categories: [{ slug: "once", name: "Once" }] } };
    // A repeated request has no dry run, which would begin anew.
    const query = { dry_run: "false" };
    const send = () =>
      call(updateSiteThings, { as: "su", body, query, headers: { "idempotency-key": "site-once" } });
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers["idempotency-replayed"]).toBe("true");
    expect(second.body).toEqual(first.body);
  });

  test("writes nothing in a dry run, in which new objects have no ids", async () => {
    const before = await readThings();
    const { status, body } = await changeThings(
      {
        set: {
          categories: [
            { slug: "dry", name: "Dry" },
            { slug: "dried", name: "Dried" },
          ],
        },
      },
      { query: { dry_run: "true" } },
    );
    expect([status, body.dry_run, body.status]).toEqual([200, true, 200]);
    expect(named(body.answer.categories, "slug", "dry")).toMatchObject({ id: null, name: "Dry" });
    expect(await readThings()).toEqual(before);
    const wrong = await changeThings({}, { query: { dry_run: "yes" } });
    expect(problemPaths(wrong)).toEqual(["dry_run/invalid"]);
  });

  test("refuses what one transaction cannot take, and writes nothing", async () => {
    const before = await readThings();
    const categories = Array.from({ length: 120 }, (_, index) => ({ slug: `many-${index}`, name: "Many" }));
    const answer = await changeThings({ set: { categories } });
    expect([answer.status, answer.body.code]).toEqual([413, "too_many_changes"]);
    expect(await readThings()).toEqual(before);
    expect((await changeThings({ set: { categories: categories.slice(0, 80) } })).status).toBe(200);
  });

  test("takes ids that objects have, and refuses others", async () => {
    const answer = await changeThings({
      set: {
        categories: [
          { slug: "birds", id: world.birds },
          { slug: "weather", id: world.birds },
          { slug: "neu", id: 3, name: "N" },
        ],
      },
    });
    expect(problemPaths(answer)).toEqual(["set.categories.1.id/mismatch", "set.categories.2.id/mismatch"]);
  });

  test("has left nobody without rights", async () => {
    expect((await call(whoAmI, { as: "su" })).status).toBe(200);
  });
});

describe("what an administrator makes one by one", () => {
  test("says that no manifest manages it, and stays when a manifest is applied with pruning", async () => {
    const made = {
      categories: [{ slug: "by-hand", name: "By hand" }],
      groups: [{ name: "By hand" }],
      collections: [{ path: "Root/By hand" }],
      workflows: [{ name: "By hand", tasks: [{ name: "Look", groups: ["Editors"] }] }],
      parents: [{ path: "/home/by-hand", type: "site.Blog", title: "By hand" }],
    };
    const { body } = await changeThings({ set: made });
    for (const [section, [object]] of Object.entries(made)) {
      const [member, name] = Object.entries(object!)[0]!;
      expect(named(body[section], member, name as string)).not.toHaveProperty("managed_by");
    }
    expect(named(body.categories, "slug", "birds")).toMatchObject({ managed_by: "manifest" });
    expect(named(body.groups, "name", "Editors")).toMatchObject({ managed_by: "manifest" });
    expect(named(body.parents, "path", "/home")).toMatchObject({ managed_by: "manifest" });
    const { manifest } = await exportManifest();
    const without = (section: string, member: string) =>
      (manifest[section] as Record<string, unknown>[]).filter(
        (each) => !/by.hand/i.test(String(each[member])),
      );
    const { users, version, site } = manifest;
    const kept = {
      ...{ version, site, users },
      categories: without("categories", "slug"),
      groups: without("groups", "name").map(({ name }) => ({ name })),
      collections: without("collections", "path"),
      workflows: without("workflows", "name").map(({ name, tasks }) => ({ name, tasks })),
    };
    const environment = new Proxy(
      {},
      {
        get: () => "a long password",
        getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
      },
    );
    const outcome = await applyManifest(kept, { prune: true, dryRun: true, environment });
    expect(JSON.stringify(outcome.removed)).not.toMatch(/by.hand/i);
    expect(outcome.kept).toMatchObject({ category: 1, group: 1, collection: 1, workflow: 1 });
    const all = await applyManifest(kept, { prune: "all", dryRun: true, environment });
    expect(JSON.stringify(all.removed)).toContain("by-hand");
    // A manifest that names it does not make it its own.
    await applyManifest({ version: 1, categories: [{ slug: "by-hand", name: "Another name" }] });
    const { categories } = await readThings();
    expect(named(categories, "slug", "by-hand")).not.toHaveProperty("managed_by");
  });
});
