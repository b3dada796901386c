// Proves contract rules: last-superuser.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteUser } from "#lib/actions/people/users.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { InvalidManifest } from "#lib/manifest/problem.ts";
import { updateUser } from "#lib/routes/administration.ts";
import { administrates } from "#lib/site/user.ts";
import { readUserByName, readUsers } from "#lib/store/listed-credentials.ts";
import { lectern } from "#test/cli/lectern.ts";
import { call } from "#test/support/call.ts";
import { problemsIn } from "#test/support/form.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

/** As they are before each test: `su` and `second` are superusers, `off` is one who is not active. */
const users = [
  { username: "su", superuser: true },
  { username: "second", superuser: true },
  { username: "off", superuser: true, active: false },
];

beforeAll(() => applyManifest({ version: 1, users }));
beforeEach(() => applyManifest({ version: 1, users }));

const change = async (username: string, body: object, as = "su") =>
  call(updateUser, { as, params: { id: (await readUserByName(username))!.id }, body });

const superusers = async (): Promise<string[]> =>
  (await readUsers()).filter(administrates).map(({ username }) => username);

describe.each([
  [{ superuser: false }, "superuser/invalid"],
  [{ active: false }, "active/invalid"],
  [{ superuser: false, active: false }, "superuser/invalid"],
] as const)("the change %j", (body, problem) => {
  test("is made of one of two superusers, and refused of the last one, also by the command line", async () => {
    expect((await change("second", body)).status).toBe(200);
    const refused = await change("su", { ...body, email: "new@example.org" });
    expect([refused.status, problemsIn(refused)]).toEqual([400, [problem]]);
    expect(await readUserByName("su")).toMatchObject({ superuser: true, active: true, email: "" });
    const run = await lectern("user", "deactivate", "su");
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining("only active superuser") });
    expect(await superusers()).toEqual(["su"]);
  });
});

test("two superusers who take each other's right away at the same moment leave one", async () => {
  for (let round = 0; round < 5; round++) {
    await applyManifest({ version: 1, users });
    const answers = await Promise.all([
      change("second", { superuser: false }),
      change("su", { active: false }),
      deleteUser("off", () => true),
    ]);
    expect(answers.map((answer) => (typeof answer === "object" ? answer.status : 0)).sort()).toEqual([
      0, 200, 400,
    ]);
    expect(await superusers()).toHaveLength(1);
  }
});

const problemOf = (manifest: object, options: object = {}) =>
  applyManifest({ version: 1, ...manifest }, options).then(
    () => [],
    (error: InvalidManifest) => error.problems.map(({ path, message }) => `${path}: ${message}`),
  );

test("a manifest after which nobody would administrate is refused before anything is written", async () => {
  await deleteUser("second", () => true);
  const reason = /su is the only active superuser/;
  for (const [user, path] of [
    [{ superuser: false }, "users[0].superuser"],
    [{ superuser: true, active: false }, "users[0].active"],
  ] as const) {
    const found = await problemOf({
      categories: [{ slug: "new", name: "N" }],
      users: [{ username: "su", ...user }],
    });
    expect(found).toEqual([expect.stringMatching(reason)]);
    expect(found[0]).toContain(`${path}: `);
  }
  expect(await problemOf({ users: [{ username: "ada" }] }, { prune: "all" })).toEqual([
    expect.stringMatching(reason),
  ]);
  expect(await superusers()).toEqual(["su"]);
});

test("a manifest may make another the only superuser, in any order", async () => {
  const others = [
    { username: "su" },
    { username: "second", superuser: false },
    { username: "new", superuser: true },
  ];
  expect(await problemOf({ users: others })).toEqual([]);
  expect(await superusers()).toEqual(["new"]);
  expect(await problemOf({ users: [{ username: "su", superuser: true }, { username: "new" }] })).toEqual([]);
  expect(await superusers()).toEqual(["su"]);
});
