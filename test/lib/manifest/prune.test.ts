import { beforeEach, describe, expect, test } from "vitest";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { issueToken } from "#lib/actions/people/tokens.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { type ApplyOptions, applyManifest } from "#lib/manifest/apply.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import type { AnyContent, PostContent } from "#lib/pages/content.ts";
import { readTokens, readUserByName, readUsers } from "#lib/store/listed-credentials.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { readPage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { addMedia } from "#test/support/media.ts";
import { blogWith, post, problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

/** A post as the API makes one, with the content of another page. */
const postByApi = async (parent: string, slug: string): Promise<number> => {
  const parentId = (await pageIdAt(parent))!;
  const content = { title: slug, slug } as PostContent;
  const { page } = await createPage(parentId, () => ({ kind: "post", content, ownerId: null }));
  return page.id;
};

const userByHand = (username: string) =>
  putUser(username, () => ({
    email: "",
    passwordHash: null,
    groups: [],
    staff: false,
    superuser: false,
    active: true,
  }));

const tokenByHand = (name: string, userId: number) =>
  issueToken(name, () => ({ userId, scopes: null, hash: `hash of ${name}` }));

const imageByApi = (collectionId: number) => {
  const file = { key: "image/1/a.png", contentType: "image/png", sizeBytes: 1, width: 1, height: 1 };
  return addMedia("image", () => ({
    collectionId,
    title: "Uploaded",
    description: "",
    tags: [],
    ownerId: null,
    createdAt: "2026-01-02T03:04:05.000Z",
    file,
    cover: file,
    display: file,
  }));
};

const pathsThere = async (...paths: readonly string[]): Promise<string[]> => {
  const ids = await Promise.all(paths.map(pageIdAt));
  return paths.filter((_, index) => ids[index] !== undefined);
};

const removedBy = async (file: object, options: ApplyOptions = { prune: true }) => {
  const { removed, deleted, kept } = await applyManifest(file, options);
  expect(deleted).toBe(removed!.length);
  return { removed: removed!.map(({ kind, name }) => `${kind} ${name}`), kept };
};

describe("what no manifest has made stays, and is counted", () => {
  test("posts of the API, beside and below what goes", async () => {
    const podcast = { type: "site.Podcast", slug: "calls", title: "Calls" };
    const home = (children: readonly object[]) => ({
      version: 1,
      pages: [{ type: "site.HomePage", slug: "home", title: "Home", children }],
    });
    const blog = (slug: string) => ({
      type: "site.Blog",
      slug,
      title: slug,
      children: [post("by-file"), post("other")],
    });
    await applyManifest(home([blog("notes"), blog("held"), podcast]));
    await postByApi("/home/notes", "by-api");
    await postByApi("/home/held", "by-api");
    const kept = { ...blog("notes"), children: [post("by-file")] };
    expect(await removedBy(home([kept]))).toEqual({
      removed: [
        "page /home/calls",
        "page /home/held/by-file",
        "page /home/held/other",
        "page /home/notes/other",
      ],
      kept: { page: 3 },
    });
    expect(
      await pathsThere("/home/notes/by-api", "/home/held", "/home/held/by-api", "/home/held/by-file"),
    ).toEqual(["/home/notes/by-api", "/home/held", "/home/held/by-api"]);
    expect(await removedBy(home([kept]), { prune: "all" })).toEqual({
      removed: ["page /home/held/by-api", "page /home/held", "page /home/notes/by-api"],
      kept: {},
    });
  });

  test("accounts and tokens", async () => {
    const users = [{ username: "ada" }, { username: "bo" }];
    const tokens = users.map(({ username }) => ({
      name: username,
      user: username,
      secret: username.repeat(20),
    }));
    await applyManifest({ version: 1, users, tokens });
    await tokenByHand("cy", (await userByHand("cy")).id);
    const file = { version: 1, users: users.slice(0, 1), tokens: tokens.slice(0, 1) };
    expect(await removedBy(file)).toEqual({ removed: ["token bo", "user bo"], kept: { token: 1, user: 1 } });
    expect((await readUsers()).map(({ username }) => username)).toEqual(["ada", "cy"]);
    expect((await readTokens()).map(({ token }) => token.name)).toEqual(["ada", "cy"]);
    expect(await removedBy(file, { prune: "all" })).toEqual({ removed: ["token cy", "user cy"], kept: {} });
  });

  test("uploads, and the collections that hold them", async () => {
    const paths = ["Root/Shows", "Root/Shows/Old", "Root/Empty"];
    const { ids } = await applyManifest({ version: 1, collections: paths.map((path) => ({ path })) });
    const { id } = await imageByApi(ids.collections["Root/Shows/Old"]!);
    expect(await removedBy({ version: 1 })).toEqual({
      removed: ["collection Root/Empty"],
      kept: { image: 1, collection: 2 },
    });
    expect((await readMediaOfKind("image", [id]))[0]).toBeDefined();
    expect((await readSite()).collections.map(({ name }) => name)).toEqual(["Root", "Shows", "Old"]);
    expect(await removedBy({ version: 1 }, { prune: "all" })).toEqual({
      removed: [`image image-${id}`, "collection Root/Shows/Old", "collection Root/Shows"],
      kept: {},
    });
  });
});

describe("what a manifest has made is known for it", () => {
  test("after others have changed it", async () => {
    const users = [{ username: "ada" }];
    await applyManifest(blogWith([post("heron")], { users, tokens: [] }));
    const id = (await pageIdAt("/home/notes/heron"))!;
    const change = (latest: AnyContent) => ({ ...latest, title: "Edited" });
    await saveDraft(id, { authorId: null, permit: () => {}, change });
    await setPageProperties(id, { showInMenus: true });
    await putUser("ada", (current) => ({ ...current!, email: "ada@example.org" }));
    expect((await removedBy(blogWith([]))).removed).toEqual(["user ada", "page /home/notes/heron"]);
  });

  test("but not an object of the same name that somebody else made, even if a manifest has changed it", async () => {
    const file = blogWith([post("heron")], {
      users: [{ username: "ada" }],
      tokens: [{ name: "ci", user: "ada", secret: "heron".repeat(8) }],
    });
    await applyManifest(blogWith([]));
    await postByApi("/home/notes", "heron");
    await tokenByHand("ci", (await userByHand("ada")).id);
    expect(await applyManifest(file)).toMatchObject({ updated: 2 });
    expect(await removedBy(blogWith([]))).toEqual({ removed: [], kept: { page: 1, user: 1, token: 1 } });
  });
});

test("seasons, categories, groups and workflows go by name", async () => {
  const podcast = (seasons: readonly object[]) => ({
    type: "site.HomePage",
    slug: "home",
    title: "Home",
    children: [{ type: "site.Podcast", slug: "calls", title: "Calls", seasons }],
  });
  await applyManifest({
    version: 1,
    groups: [{ name: "Editors" }],
    categories: [{ slug: "nature", name: "Nature" }],
    workflows: [{ name: "Review", tasks: [{ name: "Reading", groups: ["Editors"] }] }],
    pages: [podcast([{ key: "s1", number: 1 }])],
  });
  expect(await removedBy({ version: 1, pages: [podcast([])] })).toEqual({
    removed: ["season /home/calls s1", "group Editors", "category nature", "workflow Review"],
    kept: {},
  });
});

test("a dry run names the same, and deletes nothing", async () => {
  await applyManifest(blogWith([post("heron")], { users: [{ username: "ada" }] }));
  await postByApi("/home/notes", "by-api");
  for (const prune of [true, "all"] as const) {
    const told = await removedBy({ version: 1 }, { prune, dryRun: true });
    expect(told.removed).toContain("page /home/notes/heron");
    expect(await pathsThere("/home/notes/heron", "/home/notes/by-api")).toHaveLength(2);
    if (prune === "all") expect(await removedBy({ version: 1 }, { prune })).toEqual(told);
  }
});

test("what stays may be referred to, and what goes may not", async () => {
  const { id } = await userByHand("cy");
  const group = (page: string) => ({ name: "Editors", pages: [{ page, allow: ["add"] }] });
  await applyManifest(blogWith([post("gone")], { users: [{ username: "ada" }] }));
  await postByApi("/home/notes", "by-api");
  const file = (owner: string, page: string) =>
    blogWith([post("heron", { owner })], { groups: [group(page)] });
  await applyManifest(file("cy", "/home/notes/by-api"), { prune: true });
  expect(await readPage((await pageIdAt("/home/notes/heron"))!)).toMatchObject({ ownerId: id });
  await applyManifest(blogWith([post("gone")], { users: [{ username: "ada" }] }));
  const problems = await problemsOf(applyManifest(file("ada", "/home/notes/gone"), { prune: true }));
  expect(problems.map(({ message }) => message)).toEqual([
    "there is no page /home/notes/gone",
    "there is no user ada",
  ]);
  expect(await readUserByName("ada")).toBeDefined();
});

test("a post that the API makes just before its blog goes keeps the blog", async () => {
  await applyManifest(blogWith([]));
  const { slow } = await overtaken(
    () => removedBy({ version: 1 }),
    () => postByApi("/home/notes", "by-api"),
  );
  expect(slow).toEqual({ removed: [], kept: { page: 3 } });
  expect(await pathsThere("/home", "/home/notes", "/home/notes/by-api")).toHaveLength(3);
});
