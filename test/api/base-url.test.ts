// Proves contract rules: self-links.

import { beforeEach, describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { logIn, logOut } from "#lib/routes/accounts.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { call } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();

const setBaseUrl = (baseUrl: string | null) =>
  changeSite(async ({ settings }) => ({ settings: { ...settings, baseUrl } }));

const overHttp = { "x-forwarded-proto": "http" };
const credentials = { username: "ada", password: "marsh-hen" };

const post = async (origin: string) => {
  const cookie = await cookiesOf("ada");
  const [, token = ""] = /csrftoken=([^;]+)/.exec(cookie) ?? [];
  return call(createPost, {
    headers: { ...overHttp, cookie, "x-csrftoken": token, origin },
    body: { parent: { id: world.notes }, title: "Heron", overview: [], publish: true },
  });
};

describe("where the site has a base_url by https, behind a proxy that says nothing of it", () => {
  beforeEach(() => setBaseUrl("https://notes.example"));

  test("all cookies are sent by https only", async () => {
    const answers = [
      await call(logIn, { headers: overHttp, body: credentials }),
      await call(logOut, { headers: overHttp }),
      await call(selectTheme, { headers: overHttp, body: { theme_slug: "plain" } }),
    ];
    const cookies = answers.flatMap((answer) => answer.cookies);
    expect(cookies).toHaveLength(6);
    for (const cookie of cookies) expect(cookie).toMatch(/^[^;]+(; [^;]+)*; Secure$/);
  });

  test.each([
    ["https://notes.example", 400],
    ["http://lectern.test", 400],
    ["http://notes.example", 403],
    ["https://evil.example", 403],
    ["null", 403],
  ])("a request of a page at %s gets %i", async (origin, status) => {
    const answer = await post(origin);
    expect(answer.status).toBe(status);
    if (status === 400) expect(Object.keys(answer.body.errors)).toEqual(["publish"]);
    const signedIn = await call(logIn, { headers: { ...overHttp, origin }, body: credentials });
    expect(signedIn.status).toBe(status === 400 ? 200 : 403);
  });
});

test("without a base_url, the request's own scheme and host decide", async () => {
  await setBaseUrl(null);
  expect((await post("https://notes.example")).status).toBe(403);
  const plain = await call(logIn, { headers: overHttp, body: credentials });
  const secure = await call(logIn, { body: credentials });
  for (const cookie of plain.cookies) expect(cookie).not.toContain("Secure");
  for (const cookie of secure.cookies) expect(cookie).toContain("; Secure");
});
