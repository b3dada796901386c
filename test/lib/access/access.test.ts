// Proves contract rules: page-permissions, publish-precedence, scopes, token-limits.

import { argon2Sync, randomBytes } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { requireScope } from "#lib/access/entry.ts";
import * as permissions from "#lib/access/page-permissions.ts";
import { hashPassword, passwordIsRight } from "#lib/access/passwords.ts";
import { lockFor, permitPublication, permitUpdate } from "#lib/access/post-permits.ts";
import type { PresentedToken, Principal } from "#lib/access/principal.ts";
import type { PageOf } from "#lib/pages/page.ts";
import { refusals } from "#lib/refusals/catalogue.ts";
import { emptySite } from "#lib/site/site.ts";
import { type PagePermission, pagePermissions } from "#lib/site/user.ts";

// Another test is about the real, slow hash.
vi.unmock("node:crypto");

/** A person with permissions on one page of the path root (1) – home (2) – blog (3) – post (4). */
const person = (
  allow: PagePermission[] = [],
  on = 3,
  changes: Partial<Principal["user"]> = {},
): Principal => {
  const user = {
    ...{ id: 10, username: "p", email: "", passwordHash: null, active: true, staff: false, superuser: false },
    ...{ groups: [1], version: 1 },
    ...changes,
  };
  const group = { id: 1, name: "g", adminAccess: true, pages: [{ pageId: on, allow }], collections: [] };
  return { user, groups: [group], token: null, site: emptySite };
};

const tokenWith = (
  scopes: readonly string[] | null,
  limits: Partial<PresentedToken> = {},
): PresentedToken => ({
  ...{ kind: "token", name: "ci", hash: "", userId: 10, scopes, createdAt: "" },
  ...limits,
});

const row = {
  ...{ id: 4, parentId: 3, ancestors: [1, 2, 3], uuid: "", slug: "", draftSlug: "", title: "" },
  ...{ ownerId: null, live: false, unpublishedChanges: true, latestRevisionId: 1, liveRevisionId: null },
  ...{ createdAt: "", firstPublishedAt: null, lastPublishedAt: null, showInMenus: false, restriction: null },
  ...{ lock: null, schedule: null, workflow: null, version: 1 },
};

const page = (changes: Partial<PageOf<"post">> = {}): PageOf<"post"> => ({
  ...row,
  kind: "post",
  ...changes,
});

const { mayAddPages, mayAddPosts, mayEdit, mayPublish } = permissions;

const review = (state: "in_progress" | "needs_changes", groups = [1]) => ({
  name: "r",
  task: "t",
  state,
  groups,
});

describe("editing", () => {
  test.each<[string, Principal, Partial<PageOf<"post">>, boolean]>([
    ["a superuser", person([], 3, { superuser: true }), {}, true],
    ["change on the page itself", person(["change"], 4), {}, true],
    ["change on an ancestor", person(["change"], 1), {}, true],
    ["change elsewhere", person(["change"], 99), {}, false],
    ["publish without change", person(["publish"]), {}, false],
    ["add on somebody else's page", person(["add"]), { ownerId: 11 }, false],
    ["add on one's own draft", person(["add"]), { ownerId: 10 }, true],
    ["add on one's own live page", person(["add"]), { ownerId: 10, live: true }, true],
    ["owning without add", person([]), { ownerId: 10 }, false],
    ["reviewing the current task", person([]), { workflow: review("in_progress") }, true],
    ["reviewing a task that waits for changes", person([]), { workflow: review("needs_changes") }, false],
    ["somebody else's task", person([]), { workflow: review("in_progress", [2]) }, false],
  ])("%s", (_, who, state, expected) => {
    expect(mayEdit(who, page(state))).toBe(expected);
  });
});

test.each(Object.entries(permissions))(
  "%s ends where the limits of a token end, for superusers, owners and reviewers too",
  (_, isAllowed) => {
    const placed = {
      ...row,
      ...{ ownerId: 10, lock: { ownerId: 10, lockedAt: "" }, workflow: review("in_progress") },
      kind: isAllowed === mayAddPosts || isAllowed === mayAddPages ? ("blog" as const) : ("post" as const),
    };
    const callers = [person([...pagePermissions]), person([], 3, { superuser: true })];
    for (const caller of callers) {
      const within = (parents: readonly number[]) =>
        isAllowed({ ...caller, token: tokenWith(null, { parents }) }, placed);
      expect([[4], [2], [9, 3]].map(within)).toEqual([true, true, true]);
      expect([[], [5], [40, 33]].map(within)).toEqual([false, false, false]);
    }
  },
);

describe("publishing and adding", () => {
  test.each<[string, Principal, boolean, boolean]>([
    ["a superuser", person([], 3, { superuser: true }), true, true],
    ["publish on an ancestor", person(["publish"], 1), true, false],
    ["add on the blog", person(["add"]), false, true],
    ["change and ownership", person(["change"], 3), false, false],
  ])("%s", (_, who, publishes, adds) => {
    expect(mayPublish(who, page({ ownerId: 10 }))).toBe(publishes);
    expect(mayAddPosts(who, { id: 3, ancestors: [1, 2], kind: "blog" })).toBe(adds);
  });

  test("nobody adds posts below a page that is no blog", () => {
    expect(mayAddPosts(person([], 3, { superuser: true }), { id: 2, ancestors: [1], kind: "home" })).toBe(
      false,
    );
  });
});

describe("a page without a revision", () => {
  const editor = person(["change", "publish"]);
  const schedule = { revisionId: 1, publishAt: "" };
  const bare = {
    page: page({ latestRevisionId: null, schedule, workflow: review("in_progress") }),
    latest: null,
  };

  test("has nothing to publish, whatever else would keep it from being published", () => {
    expect(() => permitPublication(bare, editor, undefined, false)).toThrow(refusals.no_revision.text);
    expect(() => permitPublication(bare, person(["change"]), undefined, false)).toThrow("permission");
    expect(() => permitPublication(bare, editor, "1", false)).toThrow(refusals.revision_conflict.text);
  });

  test("has none that a change could be based on", () => {
    const claim = { baseRevisionId: "1", requireUnpublished: true };
    expect(() => permitUpdate(bare, editor, claim, false)).toThrow(
      expect.objectContaining({
        code: "revision_conflict",
        details: expect.objectContaining({ fields: expect.objectContaining({ current_revision_id: null }) }),
      }),
    );
  });
});

describe("exactly one lock counts", () => {
  const schedule = { revisionId: 1, publishAt: "" };
  const own = { ownerId: 10, lockedAt: "" };
  const foreign = { ownerId: 11, lockedAt: "" };
  const nobodys = { ownerId: null, lockedAt: "" };
  const superuser = person([], 3, { superuser: true });
  test.each<[string, Principal, Partial<PageOf<"post">>, boolean, boolean]>([
    ["no lock", person(), {}, false, false],
    ["a schedule, for superusers too", superuser, { schedule }, false, true],
    ["a schedule before one's own lock", person(), { schedule, lock: own }, false, true],
    ["one's own lock", person(), { lock: own }, false, false],
    [
      "one's own lock during somebody else's review",
      person(),
      { lock: own, workflow: review("in_progress", [2]) },
      false,
      false,
    ],
    ["one's own lock under the global edit lock", person(), { lock: own }, true, true],
    ["somebody else's lock, for superusers too", superuser, { lock: foreign }, false, true],
    ["nobody's lock", person(), { lock: nobodys }, false, true],
    ["a review by others", person(), { workflow: review("in_progress", [2]) }, false, true],
    ["a review of one's own", person(), { workflow: review("in_progress") }, false, false],
    ["a review, for superusers", superuser, { workflow: review("in_progress", [2]) }, false, false],
    ["a review that waits for changes", person(), { workflow: review("needs_changes", [2]) }, false, false],
  ])("%s", (_, who, state, global, locked) => {
    expect(lockFor(who, page(state), global) !== null).toBe(locked);
  });
});

describe("scopes", () => {
  test.each<[string, readonly string[] | null, "write" | "publish" | "delete", boolean]>([
    ["none said", null, "publish", true],
    ["none given", [], "write", false],
    ["write by write", ["write"], "write", true],
    ["write by create", ["create"], "write", true],
    ["write by update", ["x", "update"], "write", true],
    ["publish by write", ["write"], "publish", false],
    ["publish in capitals", ["Publish"], "publish", false],
    ["delete by delete", ["delete"], "delete", true],
  ])("%s", (_, scopes, action, passes) => {
    const ask = () => requireScope({ ...person(), token: tokenWith(scopes) }, action);
    if (passes) expect(ask).not.toThrow();
    else expect(ask).toThrow(`This action requires the '${action}' scope.`);
  });

  test("may be set to others; what the setting leaves out is closed", () => {
    process.env.SITE_EDITOR_SCOPES = '{"write": "posts:write"}';
    try {
      expect(() => requireScope({ ...person(), token: tokenWith(["posts:write"]) }, "write")).not.toThrow();
      expect(() => requireScope({ ...person(), token: tokenWith(["write"]) }, "write")).toThrow();
      expect(() => requireScope({ ...person(), token: tokenWith(["publish"]) }, "publish")).toThrow();
      expect(() => requireScope({ ...person(), token: tokenWith(["delete"]) }, "delete")).not.toThrow();
    } finally {
      delete process.env.SITE_EDITOR_SCOPES;
    }
  });
});

test("a password whose hash was made at another cost is compared at that cost", async () => {
  const salt = randomBytes(16);
  const cost = { memory: 64, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { message: "marsh-hen", nonce: salt, tagLength: 32, ...cost });
  const hash = `argon2id$m=64,t=1,p=1$${salt.toString("base64url")}$${tag.toString("base64url")}`;
  expect(await passwordIsRight("marsh-hen", hash)).toBe(true);
  expect(await passwordIsRight("marsh-her", hash)).toBe(false);
});

test("a password is kept as a salted argon2id hash, and only it is right", async () => {
  const [one, other] = await Promise.all([hashPassword("marsh-hen"), hashPassword("marsh-hen")]);
  expect(one).toMatch(/^argon2id\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(other);
  const [salt, tag] = one.split("$").slice(-2) as [string, string];
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const nonce = Buffer.from(salt, "base64url");
  expect(argon2Sync("argon2id", { message: "marsh-hen", nonce, ...cost }).toString("base64url")).toBe(tag);
  expect(await passwordIsRight("marsh-hen", one)).toBe(true);
  expect(await passwordIsRight("marsh-her", one)).toBe(false);
  expect(await passwordIsRight("", null)).toBe(false);
});
