// Proves contract rules: missing-credentials.

import { describe, expect, test } from "vitest";
import { logIn } from "#lib/routes/accounts.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { listThemes } from "#lib/routes/themes.ts";
import { call } from "#test/support/call.ts";
import { useSetting } from "#test/support/settings.ts";
import { usePasswords, useWorld } from "#test/support/world.ts";

useWorld();
usePasswords();
const setClasses = useSetting("SITE_AUTHENTICATION_CLASSES");

const session = async (): Promise<{ cookie: string }> => {
  const { cookies } = await call(logIn, { body: { username: "ada", password: "marsh-hen" } });
  return { cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
};

const seen = async (options: object) => {
  const { status, headers } = await call(listParents, options);
  return [status, headers["www-authenticate"]];
};

describe("credentials are taken in the kinds that the setting lists", () => {
  test.each<[string[], number, number, number | string]>([
    [["session", "token"], 200, 200, 403],
    [["token", "session"], 200, 200, 401],
    [["session"], 200, 403, 403],
    [["token"], 401, 200, 401],
  ])("%j: sessions %i, tokens %i, nobody %i", async (classes, bySession, byToken, byNobody) => {
    const headers = await session();
    await setClasses(classes);
    expect(await seen({ headers })).toEqual([bySession, bySession === 401 ? "Bearer" : undefined]);
    expect(await seen({ as: "ada" })).toEqual([byToken, undefined]);
    expect(await seen({})).toEqual([byNobody, byNobody === 401 ? "Bearer" : undefined]);
  });
});

test("a wrong value counts as the default in a function, and no answer fails for it", async () => {
  await setClasses(["basic"]);
  expect(await seen({})).toEqual([403, undefined]);
  expect(await seen({ as: "ada" })).toEqual([200, undefined]);
  expect((await call(listThemes)).status).toBe(200);
});
