import { beforeAll } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, publishPost } from "#lib/routes/editor-posts.ts";
import { call } from "./call.ts";
import { restoreTable } from "./restored-table.ts";
import { useTable } from "./table.ts";
import { wholeTable } from "./whole-table.ts";

const everything = ["add", "change", "publish", "bulk_delete", "lock", "unlock"];

const ofAllMedia = (allow: readonly string[]) => ({ images: allow, audios: allow, videos: allow });

/**
 * People with different rights. A token's secret is its name. Of pages: `ada` may do everything, `bo` may add
 * to the blog, `cy` may change but not publish, `di` may only enter the admin, `ed` may not enter, `su` is a
 * superuser, `ex` is inactive, `va` is only staff, and `mo` may also enter; `ada-write`, `ada-publish` and
 * `ada-none` have scopes. Of media: `ada` may do everything, `bo` may add and choose in `Root/Shows`, the
 * others nothing.
 */
const manifest = {
  version: 1,
  site: { name: "Test site", base_url: "https://notes.example", theme_switch: true },
  groups: [
    {
      name: "Editors",
      admin_access: true,
      pages: [{ page: "/", allow: everything }],
      collections: [{ collection: "Root", ...ofAllMedia(["add", "change", "delete", "choose"]) }],
    },
    {
      name: "Writers",
      admin_access: true,
      pages: [{ page: "/home/notes", allow: ["add"] }],
      collections: [{ collection: "Root/Shows", ...ofAllMedia(["add", "choose"]) }],
    },
    { name: "Correctors", admin_access: true, pages: [{ page: "/home/notes", allow: ["change"] }] },
    { name: "Guests", admin_access: true },
    { name: "Readers" },
  ],
  users: [
    { username: "ada", groups: ["Editors"] },
    { username: "bo", groups: ["Writers"] },
    { username: "cy", groups: ["Correctors"] },
    { username: "di", groups: ["Guests"] },
    { username: "ed", groups: ["Readers"] },
    { username: "su", superuser: true },
    { username: "ex", groups: ["Editors"], active: false },
    { username: "va", staff: true },
    { username: "mo", staff: true, groups: ["Guests"] },
  ],
  tokens: [
    ...["ada", "bo", "cy", "di", "ed", "su", "ex", "va", "mo"].map((name) => ({
      name,
      user: name,
      secret: name,
    })),
    { name: "ada-write", user: "ada", secret: "ada-write", scopes: ["write"] },
    { name: "ada-publish", user: "ada", secret: "ada-publish", scopes: ["publish"] },
    { name: "ada-none", user: "ada", secret: "ada-none", scopes: [] },
  ],
  collections: [{ path: "Root/Shows" }],
  categories: [
    { slug: "weather", name: "Weather" },
    { slug: "birds", name: "Birds" },
  ],
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [
        {
          type: "site.Blog",
          key: "notes",
          slug: "notes",
          title: "Notes",
          description: "<p>Of the marsh.</p>",
        },
        { type: "site.Podcast", key: "calls", slug: "calls", title: "Calls" },
      ],
    },
  ],
};

/** The ids in the world. */
export interface World {
  readonly home: number;
  readonly notes: number;
  readonly calls: number;
  readonly weather: number;
  readonly birds: number;
  /** The collection `Root/Shows`. */
  readonly shows: number;
}

/** The world of the first test file of this process, for the others to copy. */
const kept = globalThis as {
  testWorld?: { readonly world: World; readonly rows: readonly unknown[] };
};

/**
 * Gives the test file a table with the world; use it inside of tests only. Copying it takes six requests,
 * making it more than a hundred.
 */
export const useWorld = (): World => {
  useTable();
  const world = { home: 0, notes: 0, calls: 0, weather: 0, birds: 0, shows: 0 };
  beforeAll(async () => {
    if (kept.testWorld) await restoreTable(kept.testWorld.rows);
    else kept.testWorld = { world: await makeWorld(), rows: await wholeTable() };
    Object.assign(world, kept.testWorld.world);
  });
  return world;
};

const makeWorld = async (): Promise<World> => {
  const { ids } = await applyManifest(manifest);
  return {
    home: ids.pages["/home"]!,
    notes: ids.pages.notes!,
    calls: ids.pages.calls!,
    weather: ids.categories.weather!,
    birds: ids.categories.birds!,
    shows: ids.collections["Root/Shows"]!,
  };
};

const passwords: Readonly<Record<string, string>> = { ada: "marsh-hen", ex: "gone" };

/**
 * Gives ada the password `marsh-hen`, and ex, who is inactive, `gone`. Not part of the world, because hashes
 * are slow.
 */
export const usePasswords = (): void => {
  beforeAll(async () => {
    const users = manifest.users.map((user) => ({ ...user, password: passwords[user.username] }));
    await applyManifest({ version: manifest.version, users });
  });
};

let made = 0;

/** A slug that is new in this file. */
export const freshSlug = (): string => `post-${++made}`;

/** Creates a draft as ada; gives the editor's post object. */
export const createDraft = async (parent: number, fields: Record<string, unknown> = {}) => {
  const slug = freshSlug();
  const body = { parent: { id: parent }, title: slug, slug, overview: [], ...fields };
  const answer = await call(createPost, { as: "ada", body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

/** Creates and publishes a post as ada; gives the editor's post object. */
export const createLivePost = async (parent: number, fields: Record<string, unknown> = {}) => {
  const { id } = await createDraft(parent, fields);
  return (await call(publishPost, { as: "ada", params: { id } })).body;
};
