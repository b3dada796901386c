// Proves contract rules: editor-access, scopes, sessions, csrf, foreign-pages, sign-in.

import { describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { logIn, logOut, showSignIn } from "#lib/routes/accounts.ts";
import { createPost, readPost } from "#lib/routes/editor-posts.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createDraft, freshSlug, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();

const right = { username: "ada", password: "marsh-hen" };

const cookieValue = (answer: RouteAnswer, cookie: string): string =>
  answer.cookies.map((line) => line.match(`^${cookie}=([^;]*)`)?.[1]).find((value) => value !== undefined) ??
  "";

/** The headers of a browser that has signed in; changes need the token as well. */
const browser = async () => {
  const answer = await call(logIn, { body: right });
  const csrf = cookieValue(answer, "csrftoken");
  const cookie = `sessionid=${cookieValue(answer, "sessionid")}; csrftoken=${csrf}`;
  return { cookie, csrf, session: `sessionid=${cookieValue(answer, "sessionid")}` };
};

describe("signing in", () => {
  test("starts a session of 14 days whose secret no script can read", async () => {
    const { status, body, cookies } = await call(logIn, { body: right });
    expect([status, body]).toEqual([200, { username: "ada" }]);
    const [session, csrf] = cookies;
    expect(session).toMatch(
      /^sessionid=[\w-]{43}; HttpOnly; Path=\/; Max-Age=1209600; SameSite=Lax(; Secure)?$/,
    );
    expect(csrf).toMatch(/^csrftoken=[\w-]{43}; Path=\/; Max-Age=1209600; SameSite=Lax(; Secure)?$/);
  });

  test.each([
    ["a wrong password", { ...right, password: "marsh" }],
    ["an unknown name", { ...right, username: "nobody" }],
    ["an inactive user", { username: "ex", password: "gone" }],
    ["a user without a password", { username: "bo", password: "x" }],
  ])("with %s is refused alike, and sets no cookie", async (_, body) => {
    const answer = await call(logIn, { body });
    expect([answer.status, answer.cookies, answer.body]).toEqual([
      403,
      [],
      { code: "authentication_failed", detail: "Invalid username/password." },
    ]);
  });

  test("by the form goes on to a path of this site, and nowhere else", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const [next, location] of [
      ["/cms/pages/1/edit/", "/cms/pages/1/edit/"],
      ["//evil.example/", "/"],
      ["https://evil.example/", "/"],
      ["/\\evil.example", "/"],
      ["/\t/evil.example", "/"],
      ["/.//evil.example", "/"],
      ["/cms/%2E%2E//evil.example", "/"],
      ["/日本/?q=ü", "/%E6%97%A5%E6%9C%AC/?q=%C3%BC"],
    ]) {
      const body = new URLSearchParams({ ...right, next: next! }).toString();
      const answer = await call(logIn, { headers, body });
      expect([answer.status, answer.headers.location]).toEqual([303, location]);
    }
  });

  test("by the form with a wrong password shows the form again, and says so", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ ...right, password: "no", next: "/x/" }).toString();
    const answer = await call(logIn, { headers, body });
    expect([answer.status, answer.cookies, answer.headers["content-type"]]).toEqual([
      403,
      [],
      "text/html; charset=utf-8",
    ]);
    expect(answer.body).toContain("Wrong username or password.");
    expect(answer.body).toContain('value="/x/"');
  });

  test("from another site's page is refused", async () => {
    const { status, body } = await call(logIn, {
      body: right,
      headers: { origin: "https://evil.example" },
    });
    expect([status, body.code]).toEqual([403, "csrf_failed"]);
  });

  test("is possible for a browser that is signed in already", async () => {
    const { cookie } = await browser();
    expect((await call(logIn, { body: right, headers: { cookie } })).status).toBe(200);
  });

  test("has a page for people, which keeps where they wanted to go", async () => {
    const { status, headers, body } = await call(showSignIn, { query: { next: '/a"><script>' } });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toContain('value="/a%22%3E%3Cscript%3E"');
    expect(body).toMatch(/<input [^>]*type="password"/);
    expect(body).not.toMatch(/<script|onpaste/);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });
});

describe("a session", () => {
  test("reads with its cookie alone, and changes with the CSRF token", async () => {
    const draft = await createDraft(world.notes);
    const { cookie, csrf } = await browser();
    const read = await call(readPost, { params: { id: draft.id }, headers: { cookie } });
    expect(read.status).toBe(200);
    const body = { parent: { id: world.notes }, title: "By hand", slug: freshSlug(), overview: [] };
    const created = await call(createPost, { headers: { cookie, "x-csrftoken": csrf }, body });
    expect(created.status).toBe(201);
  });

  test("is refused a change without proof that our own page sent it", async () => {
    const { cookie, session, csrf } = await browser();
    const refusals = await Promise.all(
      [
        { cookie: session, "x-csrftoken": csrf },
        { cookie },
        { cookie, "x-csrftoken": "short" },
        { cookie, "x-csrftoken": csrf.replace(/^./, (first) => (first === "A" ? "B" : "A")) },
        { cookie, "x-csrftoken": csrf, origin: "https://evil.example" },
      ].map((headers) => call(createPost, { headers: headers as Record<string, string>, body: {} })),
    );
    expect(refusals.map(({ status, body }) => [status, body.detail])).toEqual([
      [403, "CSRF Failed: CSRF cookie not set."],
      [403, "CSRF Failed: CSRF token missing."],
      [403, "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header has incorrect length."],
      [403, "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect."],
      [403, "CSRF Failed: Origin checking failed - https://evil.example does not match any trusted origins."],
    ]);
  });

  test("ends when the password becomes another one", async () => {
    const draft = await createDraft(world.notes);
    const { cookie } = await browser();
    const passwordHash = await hashPassword("marsh-hen");
    await putUser("ada", (user) => ({ ...user!, passwordHash }));
    expect((await call(readPost, { params: { id: draft.id }, headers: { cookie } })).status).toBe(403);
    const again = await browser();
    expect(
      (await call(readPost, { params: { id: draft.id }, headers: { cookie: again.cookie } })).status,
    ).toBe(200);
  });

  test("ends at once, on the server as well as in the browser", async () => {
    const draft = await createDraft(world.notes);
    const { cookie, csrf } = await browser();
    const out = await call(logOut, { headers: { cookie, "x-csrftoken": csrf } });
    expect([out.status, out.cookies.every((line) => line.includes("Max-Age=0"))]).toEqual([204, true]);
    const { status, body } = await call(readPost, { params: { id: draft.id }, headers: { cookie } });
    expect([status, body.code]).toEqual([403, "not_authenticated"]);
  });
});
