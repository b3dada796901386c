// Proves contract rules: anonymous-sessions, foreign-pages, sign-in.

import { beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import type { StoredSession } from "#lib/access/principal.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import type { StartedSession } from "#lib/access/sessions.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { rememberInSession } from "#lib/actions/people/sessions.ts";
import { deleteUser, putUser } from "#lib/actions/people/users.ts";
import { enterPassword, logIn, logOut } from "#lib/routes/accounts.ts";
import { listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { useAddresses } from "#test/support/addresses.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { useSetting } from "#test/support/settings.ts";
import { freshSlug, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();
const from = useAddresses();
const pass = useClock();
const configure = useSetting("SITE_CUSTOM_THEMES");

const credentials = { username: "ada", password: "marsh-hen" };

beforeAll(async () => {
  const restriction = { type: "password", passwordHash: await hashPassword("reed") } as const;
  await setPageProperties(world.calls, { restriction });
});

const secretOf = (browser: Browser): string => browser.cookies.get("sessionid") ?? "";
const sessionOf = (secret: string) => readCredential(hashOfSecret(secret));
const select = (browser: Browser, theme_slug = "plain") =>
  browser.call(selectTheme, { body: { theme_slug } });
const enter = (browser: Browser) =>
  browser.call(enterPassword, { body: { page: world.calls, password: "reed" } });
const seesCalls = async (browser: Browser): Promise<boolean> =>
  (await browser.call(readLivePage, { params: { id: world.calls } })).status === 200;

describe("the session of nobody known", () => {
  test.each<[string, (browser: Browser) => Promise<unknown>]>([
    ["the password of a page", enter],
    ["the selection of a theme", select],
  ])("gets another id by %s, and the one before opens nothing", async (_, act) => {
    const browser = newBrowser();
    await select(browser);
    const planted = secretOf(browser);
    await act(browser);
    expect(secretOf(browser)).not.toBe(planted);
    expect(await sessionOf(planted)).toBeUndefined();
    expect(await sessionOf(secretOf(browser))).toMatchObject({ userId: null, theme: "plain" });
    expect(await seesCalls(newBrowser([["sessionid", planted]]))).toBe(false);
  });

  test("keeps what it remembers", async () => {
    await configure([["dusk", "At dusk"]]);
    const browser = newBrowser();
    await enter(browser);
    await select(browser, "dusk");
    await enter(browser);
    expect(await seesCalls(browser)).toBe(true);
    const { body } = await browser.call(listThemes);
    expect(body.items.find(({ selected }: { selected: boolean }) => selected).slug).toBe("dusk");
  });

  test("is started a hundred times from an address, then with pauses; those that there are go on", async () => {
    const headers = from("203.0.113.77");
    const start = () => call(selectTheme, { body: { theme_slug: "plain" }, headers });
    const browser = newBrowser();
    await browser.call(selectTheme, { body: { theme_slug: "plain" }, headers });
    for (let count = 1; count < 100; count++) expect((await start()).status).toBe(200);
    const refused = await start();
    expect([refused.status, refused.headers["retry-after"], refused.cookies]).toEqual([429, "15", []]);
    const again = await browser.call(selectTheme, { body: { theme_slug: "plain" }, headers });
    expect(again.status).toBe(200);
    pass(15);
    expect((await start()).status).toBe(200);
  });

  test("remembers fifty passwords at most, the latest", async () => {
    let held: StoredSession | null = null;
    for (let index = 1; index <= 51; index++) {
      const { secret, session }: StartedSession = (await rememberInSession({
        held,
        address: "203.0.113.78",
        passed: `stamp ${index}`,
      }))!;
      held = { hash: hashOfSecret(secret), session };
    }
    const stamps = Array.from({ length: 50 }, (_, index) => `stamp ${index + 2}`);
    expect(await readCredential(held!.hash)).toMatchObject({ passed: stamps });
  });
});

describe("signing in again", () => {
  test("ends the session before", async () => {
    const browser = newBrowser();
    await browser.call(logIn, { body: credentials });
    const before = secretOf(browser);
    await browser.call(logIn, { body: credentials });
    expect(await sessionOf(before)).toBeUndefined();
    expect(await sessionOf(secretOf(browser))).toMatchObject({ userId: expect.any(Number) });
  });

  test("ends the visitor's earlier session without an account", async () => {
    const browser = newBrowser();
    await enter(browser);
    const before = secretOf(browser);
    await browser.call(logIn, { body: credentials });
    expect(await sessionOf(before)).toBeUndefined();
    expect(await seesCalls(browser)).toBe(true);
  });
});

describe("another site's page", () => {
  const changes: readonly [route: Route, body: object | undefined][] = [
    [logIn, credentials],
    [enterPassword, { page: 1, password: "reed" }],
    [selectTheme, { theme_slug: "plain" }],
    [logOut, undefined],
  ];

  test.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["an origin that is hidden", { origin: "null" }],
    ["a request across sites", { "sec-fetch-site": "cross-site" }],
  ])("neither starts, replaces nor ends anybody's session: %s", async (_, headers) => {
    for (const [route, body] of changes) {
      const known = newBrowser();
      await known.call(logIn, { body: credentials });
      for (const browser of [newBrowser(), known]) {
        const before = secretOf(browser);
        const answer = await browser.call(route, { headers, ...(body && { body }) });
        const { code = "csrf_failed", detail } = answer.body;
        expect([route.id, answer.status, code, answer.cookies]).toEqual([route.id, 403, "csrf_failed", []]);
        expect(detail).toMatch(/^CSRF Failed/);
        expect(secretOf(browser)).toBe(before);
      }
      expect(await sessionOf(secretOf(known))).toBeDefined();
    }
  });

  test("is no other site where the origin is ours, or where nothing says so", async () => {
    const own = process.env.TRANSPORT ? {} : { origin: "https://lectern.test" };
    for (const headers of [{ ...own, "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, {}])
      expect((await call(selectTheme, { headers, body: { theme_slug: "plain" } })).status).toBe(200);
  });

  test("is checked for by every public route that starts or ends a session", () => {
    const open = routes.filter(
      ({ auth, method, csrf }) => auth === "public" && method !== "GET" && csrf !== "token",
    );
    const allOpen = routes.filter(({ auth, method }) => auth === "public" && method !== "GET");
    expect(open).toEqual(allOpen);
  });
});

describe("a session of an account", () => {
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.call(listOwnTokens)).status === 200;

  const someone = async (): Promise<{ readonly browser: Browser; readonly username: string }> => {
    const username = freshSlug();
    const [passwordHash, { groups }] = [await hashPassword("reed"), (await readUserByName("ada"))!];
    await putUser(username, () => ({
      ...{ email: "", passwordHash, groups, active: true, staff: false, superuser: false },
    }));
    const browser = newBrowser();
    await browser.call(logIn, { body: { username, password: "reed" } });
    expect(await isSignedIn(browser)).toBe(true);
    return { browser, username };
  };

  test("ends with the account, and when the account becomes inactive", async () => {
    const { browser, username } = await someone();
    const setActive = (active: boolean) => putUser(username, (user) => ({ ...user!, active }));
    await setActive(false);
    expect(await isSignedIn(browser)).toBe(false);
    await setActive(true);
    expect(await isSignedIn(browser)).toBe(false);
    await browser.call(logIn, { body: { username, password: "reed" } });
    expect(await isSignedIn(browser)).toBe(true);
    await deleteUser(username, () => true);
    expect(await isSignedIn(browser)).toBe(false);
  });
});
