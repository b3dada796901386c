// Proves contract rules: site-changes, site-conflicts, site-renames, site-removals, own-rights.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { changeSiteDocument, readSiteDocument } from "#lib/manifest/site/change-site-document.ts";
import { publishEpisode, updateEpisode } from "#lib/routes/editor-posts.ts";
import { readPage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { changeThings, problemPaths, readThings } from "./site-things.ts";

const world = useWorld();

const issuer = "https://ci.example";

const trust = { issuer, audience: "own", user: "su", claims: { repository: "own" } };

beforeAll(async () => {
  await applyManifest({
    version: 1,
    redirects: [{ from: "/old/", to: "/home/notes" }],
    oidc: [trust],
    pages: [
      {
        ...{ type: "site.HomePage", slug: "home", title: "Home" },
        children: [
          {
            ...{ type: "site.Podcast", slug: "calls", title: "Calls" },
            seasons: [
              { key: "one", number: 1, name: "First" },
              { key: "two", number: 2, name: "Second" },
            ],
          },
        ],
      },
    ],
  });
});

/** The messages of the problems at a path. */
const messagesAt = (answer: { readonly body: { readonly errors?: unknown } }, path: string) =>
  ((answer.body.errors ?? {}) as Record<string, { message: string }[]>)[path]?.map(({ message }) => message);

const setting = (set: object) => changeThings({ set });

describe("the codes of problems", () => {
  test.each([
    ["a slug with blanks", { categories: [{ slug: "a b", name: "A" }] }, "categories.0.slug/invalid"],
    ["a long slug", { categories: [{ slug: "a".repeat(300), name: "A" }] }, "categories.0.slug/max_length"],
    ["a blank name", { categories: [{ slug: "a", name: " " }] }, "categories.0.name/blank"],
    ["a long name", { categories: [{ slug: "a", name: "a".repeat(256) }] }, "categories.0.name/max_length"],
    [
      "a null character",
      { categories: [{ slug: "a", name: "a\0" }] },
      "categories.0.name/null_characters_not_allowed",
    ],
    ["a missing member", { categories: [{ slug: "a" }] }, "categories.0.name/required"],
    ["a number for text", { categories: [{ slug: "a", name: 5 }] }, "categories.0.name/invalid"],
    [
      "an unknown choice",
      { groups: [{ name: "A", pages: [{ page: "/home", allow: ["fly"] }] }] },
      "groups.0.pages.0.allow.0/invalid_choice",
    ],
    ["no list", { groups: [{ name: "A", pages: {} }] }, "groups.0.pages/not_a_list"],
    [
      "a null within",
      { groups: [{ name: "A", pages: [{ page: null, allow: [] }] }] },
      "groups.0.pages.0.page/null",
    ],
    ["no objects", { workflows: [{ name: "A", tasks: [] }] }, "workflows.0.tasks/invalid"],
    [
      "an unknown group",
      { workflows: [{ name: "A", tasks: [{ name: "Look", groups: ["None"] }] }] },
      "workflows.0.tasks.0.groups.0/not_found",
    ],
    [
      "a repeated name",
      {
        workflows: [
          {
            name: "A",
            tasks: [
              { name: "L", groups: ["Readers"] },
              { name: "L", groups: ["Readers"] },
            ],
          },
        ],
      },
      "workflows.0.tasks.1.name/duplicate",
    ],
    [
      "a large number",
      {
        webhooks: [
          { name: "a", url: "https://a.example", secret: `whsec_${"a".repeat(44)}`, coalesce_seconds: 1e6 },
        ],
      },
      "webhooks.0.coalesce_seconds/max_value",
    ],
    [
      "a long path",
      { redirects: [{ from: `/${"a".repeat(1_001)}`, to: "/home" }] },
      "redirects.0.from/max_length",
    ],
    [
      "a small number",
      {
        webhooks: [
          { name: "a", url: "https://a.example", secret: `whsec_${"a".repeat(44)}`, coalesce_seconds: -1 },
        ],
      },
      "webhooks.0.coalesce_seconds/min_value",
    ],
    [
      "too many links",
      { navigation: Array.from({ length: 21 }, () => ({ title: "A", url: "/a/" })) },
      "navigation/max_length",
    ],
    [
      "a type of nothing",
      { restrictions: [{ page: "/home", type: "none" }] },
      "restrictions.0.type/invalid_choice",
    ],
    ["an unknown member", { settings: { motto: "x" } }, "settings.motto/unsupported"],
    [
      "an embed in rich text",
      { parents: [{ path: "/home/notes", description: "<embed url='x'>" }] },
      "parents.0.description/inline_embed",
    ],
  ])("of %s", async (_name, set, expected) => {
    expect(problemPaths(await setting(set))).toEqual([`set.${expected}`]);
  });
});

describe("messages speak of the request", () => {
  test("by the places of other objects in it, or else by what these are called", async () => {
    const answer = await setting({
      redirects: [
        { from: "/new/", to: "/home" },
        { from: "/new", to: "/home/calls" },
        { from: "/old", to: "/home" },
      ],
    });
    expect(messagesAt(answer, "set.redirects.1.from")).toEqual([
      "Expected another path than that of set.redirects.0.from.",
    ]);
    expect(messagesAt(answer, "set.redirects.2.from")).toEqual([
      "Expected another path than that of /old/ in redirects.",
    ]);
  });

  test("in the words of JSON", async () => {
    const answer = await setting({
      settings: { name: 5, logo: "heron" },
      oidc: [{ ...trust, audience: "other", jwks: 5 }],
    });
    expect(messagesAt(answer, "set.settings.name")).toEqual(["Expected text."]);
    expect(messagesAt(answer, "set.settings.logo")).toEqual(["Expected an object."]);
    expect(messagesAt(answer, "set.oidc.0.jwks")).toEqual(["Expected a JSON Web Key Set."]);
    const named = await setting({ oidc: [{ ...trust, audience: "other", jwks: "keys.json" }] });
    expect(messagesAt(named, "set.oidc.0.jwks")).toEqual(["Expected a JSON Web Key Set."]);
  });

  test("and name the members that it may have, and no others", async () => {
    const answer = await setting({
      settings: { titel: 1 },
      parents: [{ path: "/home/notes", titel: 1 }],
      groups: [{ name: "Crew", titel: 1 }],
    });
    const listed = (path: string) =>
      /^Unknown member; expected one of (.*)\.$/.exec(messagesAt(answer, path)?.[0] ?? "")?.[1]?.split(", ");
    const accepted = async (section: string, path: string, object: object, value = {}) => {
      for (const member of listed(path) ?? []) {
        const paths = problemPaths(await setting({ [section]: [{ ...object, [member]: value }].flat() }));
        expect(paths.filter((each) => each.endsWith("/unsupported"))).toEqual([]);
      }
    };
    expect(listed("set.settings.titel")).toContain("timezone");
    for (const member of listed("set.settings.titel") ?? [])
      expect(problemPaths(await setting({ settings: { [member]: {} } })).join()).not.toContain("unsupported");
    expect(listed("set.parents.0.titel")).toEqual(expect.arrayContaining(["path", "type", "title", "theme"]));
    await accepted("parents", "set.parents.0.titel", { path: "/home/notes" });
    expect(listed("set.groups.0.titel")).toContain("admin_access");
    await accepted("groups", "set.groups.0.titel", { name: "Crew" });
  });

  test("secrets are sent themselves: a request reads no environment", async () => {
    const answer = await setting({
      webhooks: [{ name: "a", url: "https://a.example", secret: "env:PATH" }],
      collections: [{ path: "Root/Shows", restriction: { type: "password", password: "env:PATH" } }],
      restrictions: [{ page: "/home/notes", type: "password", password: "env:PATH" }],
    });
    expect(problemPaths(answer)).toEqual([
      "set.collections.0.restriction.password/invalid",
      "set.restrictions.0.password/invalid",
      "set.webhooks.0.secret/invalid",
    ]);
    expect(messagesAt(answer, "set.webhooks.0.secret")).toEqual([
      "Expected the secret itself: a request reads no environment variables.",
    ]);
  });
});

describe("all problems of an object are told", () => {
  test("also if it has no name, or one that the request gives to another", async () => {
    const answer = await setting({
      categories: [
        { name: 5, titel: 1 },
        { slug: "twice", name: "Twice" },
        { slug: "twice", name: 5 },
      ],
      webhooks: [
        { name: "", url: "nowhere", coalesce_seconds: 1e6 },
        { url: "https://bo@example.org/", secret: "env:A" },
      ],
      oidc: [{ issuer, claims: {} }],
      restrictions: [{ type: "groups", groups: ["None"] }, { type: "password" }],
      collections: [{ restriction: { type: "none" } }],
    });
    expect(problemPaths(answer)).toEqual([
      "set.categories.0.name/invalid",
      "set.categories.0.slug/required",
      "set.categories.0.titel/unsupported",
      "set.categories.2.name/invalid",
      "set.categories.2.slug/duplicate",
      "set.collections.0.path/required",
      "set.collections.0.restriction.type/invalid_choice",
      "set.oidc.0.audience/required",
      "set.oidc.0.claims/invalid",
      "set.oidc.0.user/required",
      "set.restrictions.0.groups.0/not_found",
      "set.restrictions.0.page/required",
      "set.restrictions.1.page/required",
      "set.restrictions.1.password/required",
      "set.webhooks.0.coalesce_seconds/max_value",
      "set.webhooks.0.name/blank",
      "set.webhooks.0.secret/required",
      "set.webhooks.1.name/required",
      "set.webhooks.1.secret/invalid",
      "set.webhooks.1.url/invalid",
    ]);
  });

  test("of a parent without a place or a type, too", async () => {
    const answer = await setting({
      parents: [
        { title: 5, type: "site.Blog" },
        { path: "nowhere", title: 5, type: "site.Blog" },
        { path: "/home/none/below", title: 5, type: "site.Blog" },
        { path: "/home/typeless", title: 5, seasons: 1 },
        { path: "/home/wrong", title: 5, type: "site.Post", live: 1 },
        { path: "/home/wrong/below", title: 5, type: "site.Blog" },
        { path: "/home/a b", title: "A", type: "site.Post" },
      ],
    });
    expect(problemPaths(answer)).toEqual([
      "set.parents.0.path/required",
      "set.parents.0.title/invalid",
      "set.parents.1.path/invalid",
      "set.parents.1.title/invalid",
      "set.parents.2.path/not_found",
      "set.parents.2.title/invalid",
      "set.parents.3.seasons/not_a_list",
      "set.parents.3.title/invalid",
      "set.parents.3.type/required",
      "set.parents.4.live/invalid",
      "set.parents.4.title/invalid",
      "set.parents.4.type/invalid_choice",
      "set.parents.5.title/invalid",
      "set.parents.6.path/invalid",
      "set.parents.6.type/invalid_choice",
    ]);
  });

  test("of one that is to change its type", async () => {
    const answer = await setting({ parents: [{ path: "/home/calls", type: "site.Blog", live: 1 }] });
    expect(problemPaths(answer)).toEqual(["set.parents.0.live/invalid", "set.parents.0.type/invalid"]);
  });

  test("names of members that all objects inherit are names like others", async () => {
    const body = JSON.parse(
      '{"set": {"__proto__": [], "categories": [{"__proto__": {"slug": "a"}, "name": "A"}, {"constructor": 1}]}}',
    );
    expect(problemPaths(await changeThings(body))).toEqual([
      "set.__proto__/unsupported",
      "set.categories.0.__proto__/unsupported",
      "set.categories.0.slug/required",
      "set.categories.1.constructor/unsupported",
      "set.categories.1.name/required",
      "set.categories.1.slug/required",
    ]);
  });

  test.each(["set", "remove", "rename"])("what is nested too deeply in %s is one problem", async (part) => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 2_500; depth++) deep = { a: deep };
    const answer = await changeThings({ [part]: { settings: { name: deep } } });
    expect([answer.status, problemPaths(answer)]).toEqual([400, [`${part}.settings.name.a.a/invalid`]]);
  });
});

test("a parent has no key: the answer does not show it, and it is refused", async () => {
  const parents = [{ path: "/home/keyed", type: "site.Blog", title: "Keyed", key: "keyed" }];
  expect(problemPaths(await setting({ parents }))).toEqual(["set.parents.0.key/unsupported"]);
});

describe("one fault is one problem", () => {
  test.each(["Base", "Root/Base"])("of the root collection that is called %s", async (name) => {
    const answer = await changeThings({ rename: { collections: { Root: name } } });
    expect(problemPaths(answer)).toEqual(["rename.collections.Root/invalid"]);
    expect(messagesAt(answer, "rename.collections.Root")).toEqual(["The root collection keeps its name."]);
  });

  test("of blank names", async () => {
    const answer = await changeThings({
      rename: { categories: { birds: " ", "": "empty" } },
      remove: { groups: [" "] },
    });
    expect(problemPaths(answer)).toEqual([
      "remove.groups.0/blank",
      "rename.categories./blank",
      "rename.categories.birds/blank",
    ]);
  });

  test("of an object that is removed or renamed twice", async () => {
    const answer = await changeThings({
      rename: { parents: { "/home/notes": "/home/a", "/home/notes/": "/home/b" } },
      remove: { categories: ["birds", "birds "], oidc: [trust, trust] },
    });
    expect(problemPaths(answer)).toEqual([
      "remove.categories.1/duplicate",
      "remove.oidc.1/duplicate",
      "rename.parents./home/notes//duplicate",
    ]);
  });
});

describe("what is used", () => {
  test("is told at once, seasons and removed objects", async () => {
    const [one, two] = (await readPage(world.calls))?.seasons ?? [];
    const post = await createLivePost(world.notes, { categories: [world.birds] });
    const draft = await createEpisodeDraft(world.calls, { season: { id: one!.id } });
    // The season of its public content counts, too.
    const live = await createEpisodeDraft(world.calls, {
      ...{ season: { id: two!.id }, podcast_audio: { id: (await makeAudio()).id } },
    });
    const params = { id: live.id };
    await call(publishEpisode, { as: "ada", params, body: { base_revision_id: live.latest_revision_id } });
    const unsaid = { season: null, base_revision_id: live.latest_revision_id };
    const { body: draftOfLive } = await call(updateEpisode, { as: "ada", params, body: unsaid });
    expect(draftOfLive).toMatchObject({ live: true, season: null });
    const before = await readThings();
    const { status, body } = await changeThings({
      set: { parents: [{ path: "/home/calls", seasons: [] }] },
      remove: { categories: ["birds"], groups: ["Editors"] },
    });
    expect([status, body.code]).toEqual([409, "in_use"]);
    expect(body.pages).toEqual([post.id, draft.id, live.id].sort((a, b) => a - b));
    expect(body.keys).toEqual(expect.arrayContaining(["user ada"]));
    for (const thing of [
      "season /home/calls one",
      "season /home/calls two",
      "categories birds",
      "groups Editors",
    ])
      expect(body.detail).toContain(thing);
    expect(await readThings()).toEqual(before);
  });

  test("is told after what is wrong", async () => {
    const answer = await changeThings({ set: { settings: { name: 5 } }, remove: { groups: ["Editors"] } });
    expect(problemPaths(answer)).toEqual(["set.settings.name/invalid"]);
  });
});

describe("the trust of the caller's token", () => {
  const send = async (body: object) => {
    const { digest: baseDigest } = await readSiteDocument();
    const trustId = (await readSite()).trusts.find(({ audience }) => audience === "own")?.id;
    const answer = changeSiteDocument({
      baseDigest,
      ...body,
      caller: { groups: [], trustId },
      exposed: false,
    });
    return answer.then(
      () => [],
      ({ details }) =>
        details.problems.map(({ path, code }: Record<string, string>) => `${path}/${code}`).sort(),
    );
  };

  test("is told with the other problems", async () => {
    const changed = { ...trust, claims: { repository: "other" } };
    expect(await send({ set: { oidc: [changed], settings: { name: 5 } } })).toEqual([
      "set.oidc.0/invalid",
      "set.settings.name/invalid",
    ]);
    expect(await send({ remove: { oidc: [trust], groups: ["None"] } })).toEqual([
      "remove.groups.0/not_found",
      "remove.oidc.0/invalid",
    ]);
  });

  test("is told once if something of it is wrong", async () => {
    expect(await send({ set: { oidc: [{ ...trust, claims: 5 }] } })).toEqual(["set.oidc.0.claims/invalid"]);
  });

  test("stays if a change says the same of it in another way", async () => {
    expect(
      await send({
        set: { oidc: [{ ...trust, scopes: ["write"], parents: ["/home/notes", "/home/calls"] }] },
      }),
    ).toEqual(["set.oidc.0/invalid"]);
    await changeThings({ set: { oidc: [{ ...trust, parents: ["/home/notes", "/home/calls"] }] } });
    expect(await send({ set: { oidc: [{ ...trust, parents: ["/home/calls", "/home/notes"] }] } })).toEqual(
      [],
    );
  });
});
