// Proves contract rules: password-change, guessing, sessions, csrf, foreign-pages, sign-in.

import { describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { changePassword, logIn, showPasswordChange, showSignIn } from "#lib/routes/accounts.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { cookiesOf } from "#test/support/session.ts";
import { hiddenFieldsIn, linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const form = { "content-type": "application/x-www-form-urlencoded" };
const old = "a marsh at dawn";
const fresh = "a marsh at dusk";

let made = 0;

/** A user of the test's own, whose password is `old`. */
const newUser = async (): Promise<string> => {
  const username = `writer-${++made}`;
  const passwordHash = await hashPassword(old);
  await putUser(username, () => ({
    email: "",
    passwordHash,
    active: true,
    staff: false,
    superuser: false,
    groups: [],
  }));
  return username;
};

/** The headers of a browser in which the user is signed in, at an address of its own. */
const browser = async (username: string) => {
  const cookie = await cookiesOf(username);
  return { cookie, "x-csrftoken": cookie.split("csrftoken=")[1]! };
};

const cookieIn = ({ cookies }: RouteAnswer): string => cookies.map((line) => line.split(";")[0]).join("; ");

const change = (headers: Readonly<Record<string, string>>, body: Record<string, unknown> = {}) =>
  call(changePassword, { headers, body: { current_password: old, new_password: fresh, ...body } });

const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await visit("/", { headers: { cookie } })).body.includes("Sign out");

describe("the form", () => {
  test("is shown to people who have signed in, and others sign in and come back", async () => {
    const { cookie } = await browser(await newUser());
    const { status, headers, body } = await call(showPasswordChange, { headers: { cookie } });
    expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(textIn(body)).toContain("Change your password");
    expect(body).not.toContain("<script");
    for (const caller of [{}, { as: "ada" }]) {
      const stranger = await call(showPasswordChange, caller);
      expect([stranger.status, stranger.headers.location]).toEqual([
        302,
        "/accounts/login/?next=%2Faccounts%2Fpassword-change%2F",
      ]);
    }
  });

  test("changes the password, stays signed in, and says so", async () => {
    const username = await newUser();
    const { cookie } = await browser(username);
    const { body } = await call(showPasswordChange, { headers: { cookie } });
    const [markup = ""] = /<form class="password".*?<\/form>/s.exec(body) ?? [];
    const fields = {
      ...hiddenFieldsIn(markup),
      current_password: old,
      new_password: fresh,
      new_password_again: fresh,
    };
    const sent = new URLSearchParams(fields).toString();
    const changed = await call(changePassword, { headers: { ...form, cookie }, body: sent });
    expect([changed.status, changed.headers.location]).toEqual([
      303,
      "/accounts/password-change/?changed=yes",
    ]);
    const kept = cookieIn(changed);
    const after = await call(showPasswordChange, { query: { changed: "yes" }, headers: { cookie: kept } });
    expect(textIn(after.body)).toContain("Your password is changed. Your other sessions have ended.");
    expect((await call(logIn, { body: { username, password: fresh } })).status).toBe(200);
  });

  test.each([
    ["a wrong current password", { current_password: "wrong" }, 403, "The current password is wrong."],
    ["a short password", { new_password: "short", new_password_again: "short" }, 400, "at least 12"],
    ["two passwords that differ", { new_password_again: "a marsh at noon" }, 400, "passwords differ"],
  ])("is shown again for %s, and changes nothing", async (_, fields, status, problem) => {
    const username = await newUser();
    const headers = await browser(username);
    const before = (await readUserByName(username))!;
    const answer = await change(headers, { new_password_again: fresh, next: "/", ...fields });
    expect([answer.status, answer.headers["content-type"], answer.cookies]).toEqual([
      status,
      "text/html; charset=utf-8",
      [],
    ]);
    expect(textIn(answer.body)).toContain(problem);
    for (const secret of [old, fresh]) expect(answer.body).not.toContain(secret);
    expect(await readUserByName(username)).toEqual(before);
    expect(await isSignedIn(headers.cookie)).toBe(true);
  });

  test("leads to sign in where the session has ended meanwhile", async () => {
    const answer = await change({}, { next: "/" });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      "/accounts/login/?next=%2Faccounts%2Fpassword-change%2F",
    ]);
  });
});

describe("a change of password", () => {
  test("ends all other sessions of the user, and gives this browser a new one", async () => {
    const username = await newUser();
    const [here, there] = [await browser(username), await browser(username)];
    const answer = await change(here);
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await Promise.all([here.cookie, there.cookie, cookieIn(answer)].map(isSignedIn))).toEqual([
      false,
      false,
      true,
    ]);
    expect((await call(logIn, { body: { username, password: old } })).status).toBe(403);
  });

  test("is refused with a wrong password, which counts as a guess", async () => {
    const username = await newUser();
    const headers = await browser(username);
    const wrong = { current_password: "wrong" };
    for (let guess = 0; guess < 5; guess++) {
      const { status, body } = await change(headers, wrong);
      expect([status, body]).toEqual([403, { code: "authentication_failed", detail: "Wrong password." }]);
    }
    const limited = await change(headers, {});
    expect([limited.status, limited.body.code, Number(limited.headers["retry-after"]) > 0]).toEqual([
      429,
      "rate_limited",
      true,
    ]);
    expect((await call(logIn, { body: { username, password: old } })).status).toBe(429);
    const page = await change(headers, { next: "/" });
    expect([page.status, textIn(page.body)]).toEqual([429, expect.stringContaining("too many wrong")]);
  });

  test("takes no password that is common, or little more than the account's name", async () => {
    const username = await newUser();
    const headers = await browser(username);
    for (const new_password of ["qwerty123456", `${username}!1`.padEnd(12, "!")]) {
      const { status, body } = await change(headers, { new_password });
      expect([status, body.errors.new_password[0].code]).toEqual([400, "invalid"]);
    }
  });

  test("marks the fields that are wrong, and no others", async () => {
    const headers = await browser(await newUser());
    const next = "/accounts/password-change/?changed=yes";
    const markedAfter = async (more: object) => {
      const { body } = await change(headers, { next, ...more });
      return [...String(body).matchAll(/<input[^>]* name="([^"]*)"[^>]*aria-invalid="true"/g)].map(
        ([, name]) => name,
      );
    };
    expect(await markedAfter({ current_password: "another one" })).toEqual(["current_password"]);
    expect(await markedAfter({ new_password: "short" })).toEqual(["new_password", "new_password_again"]);
  });

  test("needs a new password of twelve characters", async () => {
    const { status, body } = await change(await browser(await newUser()), { new_password: "eleven char" });
    expect([status, body.errors.new_password[0].code]).toEqual([400, "invalid"]);
  });

  test("takes any characters as they are sent, and many of them", async () => {
    const username = await newUser();
    const password = " Möwe\t🦩 ".repeat(20);
    const { status } = await change(await browser(username), { new_password: password });
    expect(status).toBe(200);
    const signIn = (sent: string) => call(logIn, { body: { username, password: sent } });
    for (const other of [password.trim(), password.toLowerCase(), password.slice(0, -1)])
      expect((await signIn(other)).status).toBe(403);
    expect((await signIn(password)).status).toBe(200);
  });

  test.each([
    ["without a proof", { "x-csrftoken": "" }],
    ["with another proof", { "x-csrftoken": "short" }],
    ["by another site", { origin: "https://evil.example" }],
  ])("is refused %s", async (_, headers) => {
    const username = await newUser();
    const { cookie, ...proof } = await browser(username);
    const answer = await change({ cookie, ...proof, ...headers });
    expect([answer.status, answer.body.code]).toEqual([403, "csrf_failed"]);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  test("is for people, neither for strangers nor for tokens", async () => {
    const body = { current_password: old, new_password: fresh };
    // The first use of a token is noted.
    await call(changePassword, { as: "ada", body });
    const before = await wholeTable();
    const stranger = await call(changePassword, { body });
    expect([stranger.status, stranger.body.code]).toEqual([403, "not_authenticated"]);
    const token = await call(changePassword, { as: "ada", body });
    expect([token.status, token.body.code]).toEqual([403, "permission_denied"]);
    expect(await wholeTable()).toEqual(before);
  });

  test("happens once where two are sent at the same time", async () => {
    const username = await newUser();
    const [one, other] = [await browser(username), await browser(username)];
    const answers = await Promise.all([
      change(one, { new_password: "the first of two" }),
      change(other, { new_password: "the second of two" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers[0]!.status === 200 ? "the first of two" : "the second of two";
    expect((await call(logIn, { body: { username, password: winner } })).status).toBe(200);
  });

  test("keeps the rest of the account", async () => {
    const username = await newUser();
    const before = (await readUserByName(username))!;
    expect((await change(await browser(username))).status).toBe(200);
    const { passwordHash, version, ...kept } = (await readUserByName(username))!;
    expect({ ...kept, passwordHash: before.passwordHash, version: before.version }).toEqual(before);
    expect([passwordHash === before.passwordHash, version]).toEqual([false, before.version + 1]);
  });
});

describe("the sign-in page", () => {
  test("has the site's name and a way back", async () => {
    const { status, body } = await call(showSignIn);
    expect([status, textIn(body)]).toEqual([200, expect.stringContaining("Sign in — Test site")]);
    expect(linksIn(body)).toEqual(["/"]);
    expect(textIn(body)).toContain("← Test site");
  });

  test("keeps the name and where people wanted to go after a wrong password, but not the password", async () => {
    const body = { username: 'a"da', password: "not the password", next: "/notes/?page=2" };
    const answer = await call(logIn, { body });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('name="username"');
    expect(answer.body).toContain('value="a&quot;da"');
    expect(hiddenFieldsIn(answer.body)).toEqual({ next: "/notes/?page=2" });
    expect(answer.body).not.toContain("not the password");
  });
});
