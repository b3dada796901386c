// Proves contract rules: open-sessions.

import { beforeAll, expect, test } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { startedSession } from "#lib/access/sessions.ts";
import { sessionBeginning } from "#lib/actions/people/sessions.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { changePassword, logIn, logOut, showPasswordChange } from "#lib/routes/accounts.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { hiddenFieldsIn, textIn } from "#test/support/site-pages.ts";
import { freshSlug, useWorld } from "#test/support/world.ts";

useWorld();
const pass = useClock();

const password = "marsh-hen-heron";
let passwordHash = "";

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const newUser = async (): Promise<string> => {
  const username = freshSlug();
  await putUser(username, () => ({
    ...{ email: "", passwordHash, groups: [], active: true, staff: false, superuser: false },
  }));
  return username;
};

/** A browser in which the user is signed in. */
const signedIn = async (username: string, client?: string): Promise<Browser> => {
  const browser = newBrowser();
  const headers = client === undefined ? {} : { "user-agent": client };
  await browser.call(logIn, { body: { username, password }, headers });
  return browser;
};

const pageOf = async (browser: Browser): Promise<string> => (await browser.call(showPasswordChange)).body;

const placesIn = (page: string): string[] =>
  [...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = ""]) => textIn(line));

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.call(showPasswordChange)).status === 200;

test("people see in which browsers they are signed in, since when, and which is this one", async () => {
  const username = await newUser();
  const laptop = await signedIn(username, "Laptop <b>1</b>");
  pass(60);
  const phone = await signedIn(username, "Phone".padEnd(200, "!"));
  pass(60);
  const other = await signedIn(username);
  await signedIn(await newUser(), "Somebody else");
  const places = placesIn(await pageOf(laptop));
  expect(places).toEqual([
    expect.stringMatching(/^A browser without a name, since \d{4}-\d\d-\d\d \d\d:\d\d UTC Sign out there$/),
    expect.stringMatching(/^Phone!{95}, since/),
    expect.stringMatching(/^Laptop &lt;b>1&lt;\/b>, since .* \(this browser\)$/),
  ]);
  await other.call(logOut);
  expect(placesIn(await pageOf(phone))).toHaveLength(2);
  await phone.call(logIn, { body: { username, password } });
  expect(placesIn(await pageOf(laptop))).toHaveLength(2);
});

test("the button ends all sessions of the user, also those that are in no list, and those of nobody else", async () => {
  const username = await newUser();
  const [here, there] = [await signedIn(username), await signedIn(username)];
  const other = await signedIn(await newUser());
  const form = (await pageOf(here)).match(/<form[^>]*everywhere=true.*?<\/form>/s)?.[0] ?? "";
  expect(form).toContain("Sign out everywhere");
  const cookie = [...here.cookies].map((pair) => pair.join("=")).join("; ");
  const out = await call(logOut, {
    query: "everywhere=true&next=%2F",
    headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(hiddenFieldsIn(form)).toString(),
  });
  expect([out.status, out.headers.location]).toEqual([303, "/"]);
  expect(await Promise.all([here, there, other].map(isSignedIn))).toEqual([false, false, true]);
  const again = await signedIn(username);
  expect(placesIn(await pageOf(again))).toHaveLength(1);
  await putUser(username, (user) => ({ ...user!, staff: true }));
  expect(await Promise.all([there, again].map(isSignedIn))).toEqual([false, true]);
});

/** Sends the form for signing out that the page has beside a session, or the last one. */
const sendForm = async (browser: Browser, page: string, beside: string): Promise<RouteAnswer> => {
  const [, query = "", fields = ""] =
    new RegExp(`${beside}.*?<form[^>]*action="/accounts/logout/\\?([^"]*)"(.*?)</form>`, "s").exec(page) ??
    [];
  return browser.call(logOut, {
    query: query.replaceAll("&amp;", "&"),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(hiddenFieldsIn(fields)).toString(),
  });
};

test("the button beside a session ends that one, and this browser stays signed in", async () => {
  const username = await newUser();
  const [here, gone, there] = [
    await signedIn(username, "Here"),
    await signedIn(username, "Gone"),
    await signedIn(username, "There"),
  ];
  const page = await pageOf(here);
  expect(page.match(/Sign out there/g)).toHaveLength(2);
  for (let times = 0; times < 2; times++) {
    const { status, headers, cookies } = await sendForm(here, page, "Gone");
    expect([status, headers.location, cookies]).toEqual([303, "/accounts/password-change/", []]);
  }
  expect(await Promise.all([here, gone, there].map(isSignedIn))).toEqual([true, false, true]);
  expect(
    placesIn(await pageOf(here))
      .map((place) => place.split(",")[0])
      .sort(),
  ).toEqual(["Here", "There"]);
});

test("a session that is chosen is one of the user's own, and may be this one", async () => {
  const [one, other] = [await signedIn(await newUser(), "One"), await signedIn(await newUser(), "Other")];
  const idOf = (browser: Browser) => hashOfSecret(browser.cookies.get("sessionid")!).slice(0, 16);
  for (const session of [idOf(other), "", "0", "x".repeat(5_000), hashOfSecret("x")])
    expect((await one.call(logOut, { query: { session } })).status).toBe(404);
  const stranger = newBrowser();
  expect((await stranger.call(logOut, { query: { session: idOf(one) } })).status).toBe(404);
  expect(await Promise.all([one, other].map(isSignedIn))).toEqual([true, true]);
  const out = await one.call(logOut, { query: { session: idOf(one) } });
  expect([out.status, out.cookies.every((line) => line.includes("Max-Age=0"))]).toEqual([204, true]);
  const headers = { cookie: `sessionid=${one.cookies.get("sessionid")}` };
  expect((await call(showPasswordChange, { headers })).status).toBe(302);
  const all = await other.call(logOut, { query: { session: idOf(other), everywhere: "true" } });
  expect([all.status, await isSignedIn(other)]).toEqual([204, false]);
});

test("browsers that end each other at the same moment have both ended, or one of them has", async () => {
  const username = await newUser();
  const [one, two] = [await signedIn(username, "One"), await signedIn(username, "Two")];
  const [pageOfOne, pageOfTwo] = await Promise.all([one, two].map(pageOf));
  await Promise.all([sendForm(one, pageOfOne!, "Two"), sendForm(two, pageOfTwo!, "One")]);
  const left = (await Promise.all([one, two].map(isSignedIn))).filter(Boolean);
  expect(left.length).toBeLessThan(2);
  expect(placesIn(await pageOf(await signedIn(username)))).toHaveLength(1 + left.length);
});

test("the page shows the newest 100 sessions, and says that there are others", async () => {
  const username = await newUser();
  const first = await signedIn(username, "first");
  const user = (await readUserByName(username))!;
  for (const name of Array.from({ length: 100 }, (_, index) => `robot ${index}`)) {
    pass(1);
    const writes = sessionBeginning(user, startedSession(user), name);
    await commitDecision(async () => ({ writes, value: undefined }));
  }
  const places = placesIn(await pageOf(first));
  expect(places).toHaveLength(101);
  expect(places[0]).toMatch(/^robot 99,/);
  expect(places.slice(-2)).toEqual([expect.stringMatching(/^robot 0,/), "Earlier sessions are not shown."]);
});

test("of what happens at once, signing out everywhere ends what has begun, and a list has what is open", async () => {
  const username = await newUser();
  const [one, two] = [await signedIn(username), await signedIn(username)];
  const everywhere = (browser: Browser) => browser.call(logOut, { query: "everywhere=true" });
  const [outOfOne, outOfTwo, during] = await Promise.all([
    everywhere(one),
    everywhere(two),
    signedIn(username),
  ]);
  expect([outOfOne.status, outOfTwo.status]).toEqual([204, 204]);
  expect(await Promise.all([one, two].map(isSignedIn))).toEqual([false, false]);
  const after = await signedIn(username);
  const open = (await isSignedIn(during)) ? 2 : 1;
  expect(placesIn(await pageOf(after))).toHaveLength(open);
});

test("a list has no session that a new password has ended", async () => {
  const username = await newUser();
  const [here] = [await signedIn(username), await signedIn(username)];
  const body = { current_password: password, new_password: "sedge and heron" };
  await here.call(changePassword, { body });
  expect(placesIn(await pageOf(here))).toEqual([expect.stringMatching(/\(this browser\)$/)]);
});

test("a page of another site signs nobody out", async () => {
  const browser = await signedIn(await newUser());
  const headers = { "x-csrftoken": "made-up" };
  expect((await browser.call(logOut, { query: "everywhere=true", headers })).status).toBe(403);
  expect(await isSignedIn(browser)).toBe(true);
});
