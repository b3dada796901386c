// Proves contract rules: administrators, administered-users, administered-tokens, administered-pages,
// exported-sites.

import { beforeAll, describe, expect, test } from "vitest";
import { passwordIsRight } from "#lib/access/passwords.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { nestedPages } from "#lib/manifest/export/nested-pages.ts";
import { exportManifest, startExport } from "#lib/manifest/export.ts";
import {
  addUser,
  changePage,
  discardToken,
  issueTokenToUser,
  listTokens,
  listUsers,
  pageActions,
  updateUser,
} from "#lib/routes/administration.ts";
import { presignExportedFiles, readExport } from "#lib/routes/administration-export.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { listWebhooks } from "#lib/routes/editor-webhooks.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { exportPart } from "#lib/surfaces/administration/export-part.ts";
import { call } from "#test/support/call.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

const ends = "2090-01-01T00:00:00Z";

beforeAll(async () => {
  await applyManifest({
    version: 1,
    tokens: [
      { name: "admin", user: "su", secret: "admin", scopes: ["admin", "write"], expires_at: ends },
      { name: "writer", user: "su", secret: "writer", scopes: ["write", "publish", "delete"] },
      { name: "limited", user: "su", secret: "limited", scopes: ["admin"], parents: ["/home/notes"] },
      { name: "ada admin", user: "ada", secret: "ada-admin", scopes: ["admin"] },
    ],
  });
});

const problemsOf = ({ body }: { readonly body: { readonly errors?: object } }) =>
  Object.entries(body.errors ?? {});

const account = (more: object = {}) => ({ username: freshSlug(), ...more });

const codes = (answer: { readonly status: number; readonly body: { readonly code?: string } }) => [
  answer.status,
  answer.body.code,
];

describe("administrators", () => {
  const administered = routes.filter(({ path }) => path.startsWith("/api/admin/"));

  test("are asked for everywhere below /api/admin/, with the scope", () => {
    expect(administered.length).toBeGreaterThan(6);
    for (const { auth, scope, envelope } of administered)
      expect({ auth, scope, envelope }).toEqual({
        auth: "administrator",
        scope: "admin",
        envelope: "editor",
      });
  });

  test.each([
    ["a superuser's token without scopes", "su", 200, undefined],
    ["one with the scope", "admin", 200, undefined],
    ["one with all others", "writer", 403, "insufficient_scope"],
    ["one with the scope and limits", "limited", 403, "permission_denied"],
    ["an editor's token with the scope", "ada-admin", 403, "permission_denied"],
    ["an editor's", "ada", 403, "permission_denied"],
    ["one of the staff", "va", 403, "permission_denied"],
    ["nobody's", undefined, 403, "not_authenticated"],
  ])("are let in by %s, or not", async (_name, as, status, code) => {
    for (const route of [listUsers, listTokens] as Route[])
      expect(codes(await call(route, as === undefined ? {} : { as }))).toEqual([status, code]);
  });

  test("need the session's token to change something", async () => {
    const { "x-csrftoken": _, ...headers } = await sessionHeadersOf("su");
    const username = freshSlug();
    expect(codes(await call(addUser, { headers, body: { username } }))).toEqual([403, "csrf_failed"]);
    expect(await readUserByName(username)).toBeUndefined();
    expect((await call(addUser, { headers: await sessionHeadersOf("su"), body: { username } })).status).toBe(
      201,
    );
  });

  test("reach webhooks with a token without scopes only", async () => {
    expect((await call(listWebhooks, { as: "su" })).status).toBe(200);
    for (const as of ["admin", "writer", "limited", "ada"])
      expect(codes(await call(listWebhooks, { as }))).toEqual([403, "permission_denied"]);
  });
});

describe("accounts", () => {
  test("are made, changed and listed without their passwords", async () => {
    const username = freshSlug();
    const body = {
      username,
      email: "a@b.example",
      groups: ["Writers", "Editors"],
      password: "marsh-hen-heron",
    };
    const made = await call(addUser, { as: "admin", body });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      ...{ id: expect.any(Number), username, email: "a@b.example", groups: ["Editors", "Writers"] },
      ...{ active: true, staff: false, superuser: false, has_password: true, from_manifest: false },
      feeds: { count: 0, last_used_on: null },
    });
    const before = await readUserByName(username);
    expect(await passwordIsRight("marsh-hen-heron", before!.passwordHash)).toBe(true);

    const params = { id: made.body.id };
    const changes = { staff: true, groups: [], password: null };
    const changed = await call(updateUser, { as: "admin", params, body: changes });
    expect(changed.body).toEqual({ ...made.body, staff: true, groups: [], has_password: false });
    const { body: list } = await call(listUsers, { as: "admin", query: { page: "last" } });
    expect(list.results.at(-1)).toEqual(changed.body);
    expect(JSON.stringify([made.body, list])).not.toMatch(/argon2|marsh-hen-heron/);
  });

  test("that are not active have no access any more", async () => {
    const { body } = await call(addUser, { as: "su", body: account({ superuser: true }) });
    const wanted = { user: body.username, name: freshSlug(), scopes: null };
    const { body: token } = await call(issueTokenToUser, { as: "su", body: wanted });
    expect((await call(listUsers, { as: token.secret })).status).toBe(200);
    await call(updateUser, { as: "su", params: { id: body.id }, body: { active: false } });
    expect((await call(listUsers, { as: token.secret })).status).toBe(401);
  });

  test.each([
    ["a name that is taken", { username: "ada" }, "username", "duplicate"],
    ["a group that there is not", { username: "x", groups: ["Editors", "None"] }, "groups.1", "not_found"],
    ["a short password", { username: "x", password: "marsh" }, "password", "invalid"],
    ["a number as password", { username: "x", password: 123_456_789_012 }, "password", "invalid"],
    ["no name", {}, "username", "required"],
    ["a blank name", { username: " " }, "username", "blank"],
    ["an escape in the name", { username: "a\u001b[2Jb" }, "username", "invalid"],
    ["a line break in the name", { username: "a\nb" }, "username", "invalid"],
    ["a long name", { username: "a".repeat(151) }, "username", "max_length"],
    ["a flag that is none", { username: "x", superuser: "perhaps" }, "superuser", "invalid"],
    ["groups that are no list", { username: "x", groups: { 0: "Editors" } }, "groups", "not_a_list"],
    ["a name of JavaScript", { username: "x", groups: ["__proto__"] }, "groups.0", "not_found"],
  ])("are refused with %s, and nothing is written", async (_name, body, path, code) => {
    const answer = await call(addUser, { as: "su", body });
    expect(codes(answer)).toEqual([400, "validation_error"]);
    expect(problemsOf(answer)[0]).toMatchObject([path, [{ code }]]);
    expect(await readUserByName("x")).toBeUndefined();
  });

  test("of one name are made once, however many ask at the same moment", async () => {
    const body = account();
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(addUser, { as: "su", body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
  });

  test("keep what two changes at once each have not named", async () => {
    const { body } = await call(addUser, { as: "su", body: account() });
    const params = { id: body.id };
    const changes = [{ email: "a@b.example" }, { staff: true }, { groups: ["Readers"] }];
    await Promise.all(changes.map((change) => call(updateUser, { as: "su", params, body: change })));
    expect(await readUserByName(body.username)).toMatchObject({ email: "a@b.example", staff: true });
    expect((await readUserByName(body.username))!.groups).toHaveLength(1);
  });
});

test.each(["ada at home", "ada@home", "a b@notes.example"])(
  "an account has no e-mail address that is none: %s",
  async (email) => {
    const { body } = await call(addUser, { as: "su", body: account() });
    for (const answer of [
      await call(addUser, { as: "su", body: { ...account(), email } }),
      await call(updateUser, { as: "su", params: { id: body.id }, body: { email } }),
    ])
      expect([answer.status, answer.body.errors.email[0].code]).toEqual([400, "invalid"]);
    const emptied = await call(updateUser, { as: "su", params: { id: body.id }, body: { email: "" } });
    expect([emptied.status, emptied.body.email]).toEqual([200, ""]);
  },
);

describe("tokens of others", () => {
  const issue = (as: string, more: object = {}) =>
    call(issueTokenToUser, { as, body: { user: "ada", name: freshSlug(), ...more } });

  test("may write only unless more is said, and are listed and revoked", async () => {
    const { status, body } = await issue("su");
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: "ada", scopes: ["write"], expires_at: null, from_manifest: false });
    expect((await call(whoAmI, { as: body.secret })).body.user.username).toBe("ada");
    const { secret, ...shown } = body;
    const all = (await call(listTokens, { as: "su", query: { pageSize: 200 } })).body.results;
    expect(all).toContainEqual(shown);
    expect(JSON.stringify(all)).not.toContain(secret);
    expect((await call(discardToken, { as: "admin", params: { id: body.id } })).status).toBe(204);
    expect((await call(whoAmI, { as: secret })).status).toBe(401);
    expect((await call(discardToken, { as: "admin", params: { id: body.id } })).status).toBe(404);
  });

  test("have no scopes if these are null", async () => {
    const { body } = await issue("su", { scopes: null, parents: [world.notes], collections: [world.shows] });
    expect(body).toMatchObject({ scopes: null, parents: [world.notes], collections: [world.shows] });
  });

  test.each([
    ["no scopes", { scopes: null }, "scopes", "invalid_choice"],
    ["a scope that it lacks", { scopes: ["write", "publish"] }, "scopes", "invalid_choice"],
    ["a later end", { scopes: ["write"], expires_at: "2090-01-01T00:00:01Z" }, "expires_at", "max_value"],
    ["no end", { scopes: ["write"] }, "expires_at", "max_value"],
  ])("get from a token no more than it has: %s", async (_name, more, path, code) => {
    expect(problemsOf(await issue("admin", more))).toContainEqual([
      path,
      [expect.objectContaining({ code })],
    ]);
  });

  test("get from a token what it has", async () => {
    expect((await issue("admin", { scopes: ["write", "admin"], expires_at: ends })).status).toBe(201);
  });

  test.each([
    ["an unknown user", { user: "nobody" }, "user", "not_found"],
    ["an unknown scope", { scopes: ["wirte"] }, "scopes.0", "invalid_choice"],
    ["an unknown page", { parents: [987_654] }, "parents.0", "not_found"],
    ["an unknown collection", { collections: [987_654] }, "collections.0", "not_found"],
    ["an end in the past", { expires_at: "2001-01-01T00:00:00Z" }, "expires_at", "min_value"],
    ["a name that is taken", { name: "admin" }, "name", "duplicate"],
    ["an escape in the name", { name: "a\u001b[2Jb" }, "name", "invalid"],
  ])("are refused with %s", async (_name, more, path, code) => {
    expect(problemsOf(await issue("su", more))).toMatchObject([[path, [{ code }]]]);
  });
});

describe("pages", () => {
  const act = (id: number, action: string, more: object = {}) =>
    call(changePage, { as: "su", params: { id }, body: { action, ...more } });

  test("are locked and unlocked, whoever has locked them", async () => {
    const { id } = await createDraft(world.notes);
    expect((await act(id, "lock", { owner: "ada" })).body.page).toMatchObject({
      locked: true,
      locked_by: "ada",
    });
    expect((await act(id, "lock")).body.page).toMatchObject({ locked: true, locked_by: null });
    expect((await act(id, "unlock")).body.page).toMatchObject({ locked: false, locked_by: null });
    expect(problemsOf(await act(id, "lock", { owner: "nobody" }))).toMatchObject([
      ["owner", [{ code: "not_found" }]],
    ]);
  });

  test("are scheduled, and their approval is withdrawn", async () => {
    const { id } = await createDraft(world.notes);
    expect((await act(id, "schedule", { publish_at: ends })).body.page.scheduled_for).toBe(
      "2090-01-01T00:00:00.000Z",
    );
    expect((await act(id, "unschedule")).body.page.scheduled_for).toBeNull();
    const past = await act(id, "schedule", { publish_at: "2001-01-01T00:00:00Z" });
    expect(problemsOf(past)).toMatchObject([["publish_at", [{ code: "min_value" }]]]);
    expect(problemsOf(await act(id, "schedule"))).toMatchObject([["publish_at", [{ code: "required" }]]]);
  });

  test("of any kind are unpublished, once", async () => {
    const { id } = await createLivePost(world.notes);
    expect((await act(id, "unpublish")).body.page.live).toBe(false);
    expect(codes(await act(id, "unpublish"))).toEqual([409, "not_live"]);
  });

  test("go to the bin and come back, and leave it for good", async () => {
    const { id } = await createDraft(world.notes);
    expect((await act(id, "bin")).body).toEqual({ page: null, deleted: 0, more: false });
    expect((await act(id, "bin")).status).toBe(404);
    expect((await act(id, "restore")).body.page).toMatchObject({ id, live: false });
    expect((await act(id, "purge")).status).toBe(404);
    expect((await call(readPost, { as: "ada", params: { id } })).status).toBe(200);
    await act(id, "bin");
    expect((await act(id, "purge")).body).toEqual({ page: null, deleted: 1, more: false });
    expect((await act(id, "restore")).status).toBe(404);
  });

  test("are deleted with all below them, but for the root, and only posts go to the bin", async () => {
    const slug = freshSlug();
    const blog = { type: "site.Blog", key: "gone", slug, title: "Gone" };
    const home = { type: "site.HomePage", slug: "home", title: "Home", children: [blog] };
    const { ids } = await applyManifest({ version: 1, pages: [home] });
    const id = ids.pages.gone!;
    await createDraft(id);
    expect(problemsOf(await act(id, "bin"))).toMatchObject([["action", [{ code: "unsupported" }]]]);
    expect((await act(id, "delete")).body).toEqual({ page: null, deleted: 2, more: false });
    expect((await act(id, "delete")).status).toBe(404);
    expect((await act(1, "delete")).status).toBe(400);
  });

  test.each(pageActions)("are no root: %s has an answer there, too", async (action) => {
    const { status } = await act(1, action, action === "schedule" ? { publish_at: ends } : {});
    expect(status).toBeOneOf([200, 400, 404, 409]);
  });

  test.each(["start_workflow", "approve", "request_changes", "cancel_workflow"])(
    "that are in no workflow refuse %s",
    async (action) => {
      const { id } = await createDraft(world.notes);
      expect(codes(await act(id, action))).toEqual([409, "workflow_state"]);
    },
  );

  test("refuse what is no action", async () => {
    const { id } = await createDraft(world.notes);
    expect(problemsOf(await act(id, "explode"))).toMatchObject([["action", [{ code: "invalid_choice" }]]]);
    expect((await call(changePage, { as: "su", params: { id }, body: [] })).status).toBe(400);
  });
});

describe("an export", () => {
  const part = async (after?: number) =>
    (await call(readExport, { as: "admin", query: after === undefined ? {} : { after } })).body;

  test("has the same in many parts as in one", async () => {
    const { manifest } = await exportManifest();
    const whole = await part();
    expect({ ...whole.manifest, pages: nestedPages(whole.pages) }).toEqual(
      JSON.parse(JSON.stringify(manifest)),
    );
    const started = await startExport();
    const pieces = [];
    for (let next: number | null | undefined; next !== null; ) {
      const piece = await exportPart(started, next, () => false);
      pieces.push(...piece.pages);
      next = piece.next;
    }
    expect(pieces).toEqual(whole.pages);
    expect(JSON.stringify(whole)).not.toMatch(/argon2|"hash"/);
  });

  test("is begun again where a page is gone", async () => {
    for (const after of [987_654, 0, -1]) {
      const answer = await call(readExport, { as: "admin", query: { after } });
      expect(codes(answer)).toEqual([400, "validation_error"]);
    }
  });

  test("gives addresses of media files only", async () => {
    const hostile = ["../format", "uploads/1/x", "images/1/../../x", "_feeds/x", "", "snapshots/x"];
    for (const key of hostile) {
      const answer = await call(presignExportedFiles, { as: "admin", body: { keys: [key] } });
      expect([key, codes(answer)]).toEqual([key, [400, "validation_error"]]);
    }
    const many = Array.from({ length: 101 }, (_, index) => `images/${index}/x`);
    expect((await call(presignExportedFiles, { as: "admin", body: { keys: many } })).status).toBe(400);
  });
});
