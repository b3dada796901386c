// Proves contract rules: view-restrictions, entered-passwords.

import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/sessions.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { type Restriction, stampOfPassword } from "#lib/pages/restriction.ts";
import { enterPassword, logIn, logOut } from "#lib/routes/accounts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readPage } from "#lib/store/pages.ts";
import { putSession } from "#lib/store/write-credentials.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call } from "#test/support/call.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { useSetting } from "#test/support/settings.ts";
import { createLivePost, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();
const configure = useSetting("SITE_CUSTOM_THEMES");

const withPassword = async (password: string): Promise<Restriction> => ({
  type: "password",
  passwordHash: await hashPassword(password),
});

/** A post in the blog `calls`, which has the password `reed`, and one that also has its own, `sedge`. */
const posts = { below: 0, twice: 0 };

beforeAll(async () => {
  posts.below = (await createLivePost(world.calls)).id;
  posts.twice = (await createLivePost(world.calls)).id;
  await setPageProperties(world.calls, { restriction: await withPassword("reed") });
  await setPageProperties(posts.twice, { restriction: await withPassword("sedge") });
});

const enter = (browser: Browser, page: number, password: string) =>
  browser.call(enterPassword, { body: { page, password } });

const enterByForm = (browser: Browser, fields: Record<string, string>) =>
  browser.call(enterPassword, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** The pages of the blog in the browser's lists. Exactly these must also be readable by themselves. */
const seenBy = async (browser: Browser): Promise<number[]> => {
  const { body } = await browser.call(listPages, { query: "fields=_,id" });
  const listed: number[] = body.results.map(({ id }: { id: number }) => id);
  const all = [world.calls, posts.below, posts.twice];
  const statuses = await Promise.all(
    all.map(async (id) => (await browser.call(readLivePage, { params: { id } })).status),
  );
  expect(statuses).toEqual(all.map((id) => (listed.includes(id) ? 200 : 404)));
  return listed.filter((id) => all.includes(id));
};

const credentials = { username: "ada", password: "marsh-hen" };

describe("the password of a page", () => {
  test("opens it, and what is below it, to the session that entered it and to no other", async () => {
    const browser = newBrowser();
    expect(await seenBy(browser)).toEqual([]);
    const { status, body, cookies } = await enter(browser, world.calls, "reed");
    expect([status, body]).toEqual([200, {}]);
    expect(cookies.map((line) => line.replace(/=.*/, ""))).toEqual(["sessionid", "csrftoken"]);
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
    expect(await seenBy(newBrowser())).toEqual([]);
  });

  test("opens nothing below that has another one, until that is entered in the same session", async () => {
    const browser = newBrowser();
    await enter(browser, posts.twice, "sedge");
    expect(await seenBy(browser)).toEqual([]);
    await enter(browser, world.calls, "reed");
    expect(await seenBy(browser)).toEqual([world.calls, posts.below, posts.twice]);
  });

  test("is asked of superusers and editors, too", async () => {
    for (const as of ["su", "ada"])
      expect((await call(readLivePage, { as, params: { id: world.calls } })).status).toBe(404);
    const browser = newBrowser();
    await browser.call(logIn, { body: credentials });
    expect(await seenBy(browser)).toEqual([]);
    await enter(browser, world.calls, "reed");
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
  });

  test("makes answers that nobody else may keep", async () => {
    const browser = newBrowser();
    await enter(browser, world.calls, "reed");
    const { headers } = await browser.call(readLivePage, { params: { id: world.calls } });
    expect(headers["cache-control"]).toMatch(/^private/);
  });

  test.each<[string, () => [page: number, password: string]]>([
    ["a wrong password", () => [world.calls, "Reed"]],
    ["no password", () => [world.calls, ""]],
    ["the password of another page", () => [posts.twice, "reed"]],
    ["the password of the page above", () => [posts.below, "reed"]],
    ["an unknown page", () => [999_999, "reed"]],
    ["a page that asks for no password", () => [world.notes, "reed"]],
  ])("is refused alike for %s, and starts no session", async (_, entry) => {
    const { status, body, cookies } = await enter(newBrowser(), ...entry());
    expect([status, body, cookies]).toEqual([
      403,
      { code: "authentication_failed", detail: "Wrong password." },
      [],
    ]);
  });

  test("is refused alike for a page that asks for a sign-in", async () => {
    await setPageProperties(world.notes, { restriction: { type: "login" } });
    expect((await enter(newBrowser(), world.notes, "reed")).status).toBe(403);
    await setPageProperties(world.notes, { restriction: null });
  });

  test.each([
    { password: "reed" },
    { page: "x", password: "reed" },
    { page: 1, password: "x".repeat(1_025) },
  ])("is not looked at in %j", async (body) => {
    expect((await call(enterPassword, { body })).status).toBe(400);
  });

  test("is taken from our own pages only", async () => {
    const headers = { origin: "https://evil.example" };
    const { status, body } = await call(enterPassword, {
      headers,
      body: { page: world.calls, password: "reed" },
    });
    expect([status, body.code]).toEqual([403, "csrf_failed"]);
  });

  test.each<[string, string, string, string]>([
    ["leads on", "reed", "/calls/", "/calls/"],
    ["leads back, and says so, where it is wrong", "x", "/calls/", "/calls/?password=wrong"],
    ["keeps the address", "x", "/calls/?page=2#top", "/calls/?page=2&password=wrong#top"],
    ["forgets that it was wrong", "reed", "/calls/?page=2&password=wrong", "/calls/?page=2"],
    ["leads nowhere else", "reed", "https://evil.example/", "/"],
    ["leads nowhere else by dots", "x", "/.//evil.example", "/?password=wrong"],
    ["leads home where nothing is named", "reed", "", "/"],
  ])("by a form %s: %s for %s", async (_, password, next, location) => {
    const browser = newBrowser();
    const answer = await enterByForm(browser, { page: String(world.calls), password, next });
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
    expect(await seenBy(browser)).toEqual(password === "reed" ? [world.calls, posts.below] : []);
  });

  test("is remembered once, however often it is entered", async () => {
    const browser = newBrowser();
    for (let times = 0; times < 3; times++) await enter(browser, world.calls, "reed");
    const session = await readCredential(hashOfSecret(browser.cookies.get("sessionid")!));
    expect(session).toMatchObject({ userId: null, passed: [expect.any(String)] });
  });

  test("opens it no longer once it is another one, or the same one set anew", async () => {
    const browser = newBrowser();
    await enter(browser, world.calls, "reed");
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
    await setPageProperties(world.calls, { restriction: await withPassword("rush") });
    expect(await seenBy(browser)).toEqual([]);
    await setPageProperties(world.calls, { restriction: null });
    await setPageProperties(world.calls, { restriction: await withPassword("reed") });
    expect(await seenBy(browser)).toEqual([]);
    await enter(browser, world.calls, "reed");
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
  });

  test("gives no access to sessions of earlier versions, which remember ids of pages", async () => {
    const { secret, session } = startedSession(null, { passed: [world.calls] as never });
    const writes = [putSession(hashOfSecret(secret), session)];
    await commitDecision(async () => ({ writes, value: undefined }));
    const browser = newBrowser([["sessionid", secret]]);
    expect(await seenBy(browser)).toEqual([]);
    await enter(browser, world.calls, "reed");
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
  });
});

describe("who signs in", () => {
  test("keeps what the session before has opened", async () => {
    const browser = newBrowser();
    await enter(browser, world.calls, "reed");
    await browser.call(logIn, { body: credentials });
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
    await browser.call(logOut);
    expect(await seenBy(browser)).toEqual([]);
  });

  test("keeps nothing of somebody else's session", async () => {
    const { restriction } = (await readPage(world.calls))!;
    const passed = [stampOfPassword((restriction as { passwordHash: string }).passwordHash)];
    const { secret, session } = startedSession((await readUserByName("bo"))!, { passed });
    const writes = [putSession(hashOfSecret(secret), session)];
    await commitDecision(async () => ({ writes, value: undefined }));
    const browser = newBrowser([["sessionid", secret]]);
    expect(await seenBy(browser)).toEqual([world.calls, posts.below]);
    await browser.call(logIn, { body: credentials });
    expect(await seenBy(browser)).toEqual([]);
  });
});

describe("a session that is changed from several sides", () => {
  test("keeps both passwords and the theme", async () => {
    await configure([["dusk", "At dusk"]]);
    for (let round = 0; round < 5; round++) {
      const browser = newBrowser();
      await browser.call(logIn, { body: credentials });
      const { result } = await withPauses(
        () => Math.random() * 5,
        () =>
          Promise.all([
            enter(browser, world.calls, "reed"),
            enter(browser, posts.twice, "sedge"),
            browser.call(selectTheme, { body: { theme_slug: "dusk" } }),
          ]),
      );
      expect(result.map(({ status, cookies }) => [status, cookies])).toEqual(Array(3).fill([200, []]));
      expect(await seenBy(browser)).toEqual([world.calls, posts.below, posts.twice]);
      const { body } = await browser.call(listThemes);
      expect(body.items.find(({ selected }: { selected: boolean }) => selected).slug).toBe("dusk");
    }
  });

  test("does not come back if it ends meanwhile; the password starts another one", async () => {
    const browser = newBrowser();
    await browser.call(logIn, { body: credentials });
    const signedIn = [...browser.cookies];
    const late = newBrowser(signedIn);
    // The first write counts the guess.
    await overtaken(
      () => enter(late, world.calls, "reed"),
      () => newBrowser(signedIn).call(logOut),
      { nth: 2 },
    );
    expect(await seenBy(newBrowser(signedIn))).toEqual([]);
    expect(await seenBy(late)).toEqual([world.calls, posts.below]);
    const session = await readCredential(hashOfSecret(late.cookies.get("sessionid")!));
    expect(session).toMatchObject({ userId: null, passed: [expect.any(String)] });
  });
});
