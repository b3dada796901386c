// Proves contract rules: sessions, unused-sessions.

import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { clock } from "#lib/clock.ts";
import { logIn, logOut, showPasswordChange } from "#lib/routes/accounts.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { noteUse, readCredential } from "#lib/store/credentials.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useSetting } from "#test/support/settings.ts";
import { visit } from "#test/support/site-pages.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
const pass = useClock();
const setIdleHours = useSetting("SITE_SESSION_IDLE_HOURS");

beforeEach(() => setIdleHours(72));

const [hour, day] = [3_600, 24 * 3_600];
const password = "marsh-hen-heron";
let passwordHash = "";

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

/** A browser in which somebody who may edit is signed in. */
const signedIn = async (username = freshSlug()): Promise<Browser> => {
  const { groups } = (await readUserByName("ada"))!;
  await putUser(username, (user) => ({
    ...(user ?? { email: "", passwordHash, groups, active: true, staff: false, superuser: false }),
  }));
  const browser = newBrowser();
  await browser.call(logIn, { body: { username, password } });
  return browser;
};

const writes = async (request: () => Promise<unknown>): Promise<number> =>
  (await commandsOf(request)).filter((command) => command === "UpdateItem").length;

const read = async (browser: Browser): Promise<number> => (await browser.call(whoAmI)).status;
const hashIn = (browser: Browser): string => hashOfSecret(browser.cookies.get("sessionid")!);

test("a session ends after these hours without a request, and lasts 14 days with some, even if they only read", async () => {
  const [used, unused] = [await signedIn(), await signedIn()];
  const readPage = () => visit("/", { headers: { cookie: `sessionid=${used.cookies.get("sessionid")}` } });
  pass(3 * day - 1);
  expect((await readPage()).body).toContain("Sign out");
  pass(1);
  expect(await Promise.all([used, unused].map(read))).toEqual([200, 403]);
  for (let days = 5; days < 14; days += 2) {
    pass(2 * day);
    expect((await readPage()).body).toContain("Sign out");
  }
  pass(day - 1);
  expect(await read(used)).toBe(200);
  pass(1);
  expect(await read(used)).toBe(403);
});

test("without the setting a session lasts 14 days, used or not, and nothing is written down", async () => {
  await setIdleHours(undefined);
  const browser = await signedIn();
  pass(14 * day - 1);
  expect(await writes(async () => expect(await read(browser)).toBe(200))).toBe(0);
  pass(1);
  expect(await read(browser)).toBe(403);
});

test("a use is written down once in a twelfth of these hours, and never by a dry run", async () => {
  const browser = await signedIn();
  const twice = async () => [await writes(() => read(browser)), await writes(() => read(browser))];
  pass(6 * hour - 1);
  expect(await twice()).toEqual([0, 0]);
  pass(1);
  const body = { parent: { id: world.notes }, title: "A heron", overview: [] };
  const tried = await commandsOf(() => browser.call(createPost, { query: "dry_run=true", body }));
  expect(tried).not.toContain("UpdateItem");
  expect(await twice()).toEqual([1, 0]);
  pass(6 * hour);
  expect(await twice()).toEqual([1, 0]);
});

test("of many requests at once, all are answered, and one writes", async () => {
  const browser = await signedIn();
  pass(day);
  expect(await Promise.all(Array.from({ length: 8 }, () => read(browser)))).toEqual(Array(8).fill(200));
  const now = new Date(clock.nowMs()).toISOString();
  expect(await readCredential(hashIn(browser))).toMatchObject({ lastUsedAt: now });
});

test("a request is answered although its use cannot be written down", async () => {
  const browser = await signedIn();
  pass(day);
  const { write } = tableStore();
  const failing = vi.spyOn(tableStore(), "write").mockImplementation(async (asked) => {
    if ("update" in asked && asked.update.pk.startsWith("CREDENTIAL#")) throw new Error("The engine fails.");
    return write(asked);
  });
  using _ = captureLog();
  expect(await read(browser)).toBe(200);
  expect(failing).toHaveBeenCalled();
  failing.mockRestore();
});

test("a session that has ended is not begun again by a request that was on its way", async () => {
  const browser = await signedIn();
  const hash = hashIn(browser);
  await browser.call(logOut);
  await expect(noteUse(hash, new Date(clock.nowMs()).toISOString(), undefined)).rejects.toThrow();
  expect(await readCredential(hash)).toBeUndefined();
});

test("a use that a wrong clock has put into the future is corrected by the next one", async () => {
  const browser = await signedIn();
  pass(2 * day);
  await read(browser);
  pass(-1 * day);
  expect(await read(browser)).toBe(200);
  pass(3 * day);
  expect(await read(browser)).toBe(403);
});

test("lists leave out sessions that have ended so, and the browser can sign in again", async () => {
  const username = freshSlug();
  const gone = await signedIn(username);
  pass(2 * day);
  const here = await signedIn(username);
  const places = async () => (await here.call(showPasswordChange)).body.match(/<li>/g);
  expect(await places()).toHaveLength(2);
  pass(day);
  expect(await places()).toHaveLength(1);
  await gone.call(logIn, { body: { username, password } });
  expect(await places()).toHaveLength(2);
});

test("the session of a visitor without an account remembers for 14 days", async () => {
  const browser = newBrowser();
  await browser.call(selectTheme, { body: { theme_slug: "plain" } });
  const secret = browser.cookies.get("sessionid");
  pass(14 * day - 1);
  await browser.call(listThemes);
  expect(await readCredential(hashOfSecret(secret!))).toMatchObject({ theme: "plain", userId: null });
});
