// Proves contract rules: csrf, themes, themes-list, theme-selection.

import { describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { logIn, logOut } from "#lib/routes/accounts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { listThemes, selectTheme } from "#lib/routes/themes.ts";
import { readPlayerConfig } from "#lib/routes/web-player.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call } from "#test/support/call.ts";
import { multipart } from "#test/support/form.ts";
import { overtaken, withPauses } from "#test/support/interleaving.ts";
import { useSetting } from "#test/support/settings.ts";
import { usePasswords, useWorld } from "#test/support/world.ts";

useWorld();
usePasswords();

const custom = [
  ["dusk", "At dusk"],
  ["ice", "First ice"],
];
const configure = useSetting("SITE_CUSTOM_THEMES");
const configurePlayers = useSetting("SITE_WEBPLAYER_PLAYER_THEMES");

const select = (browser: Browser, theme_slug: unknown) => browser.call(selectTheme, { body: { theme_slug } });

/** The selected slugs in the list. */
const selectedBy = async (browser: Browser, query = ""): Promise<string[]> => {
  const { body } = await browser.call(listThemes, { query });
  const items: { slug: string; selected: boolean }[] = body.items;
  return items.filter(({ selected }) => selected).map(({ slug }) => slug);
};

/** A browser whose session has selected the theme. */
const browserIn = async (theme: string): Promise<Browser> => {
  const browser = newBrowser();
  expect((await select(browser, theme)).status).toBe(200);
  return browser;
};

const credentials = { username: "ada", password: "marsh-hen" };

describe("the list of themes", () => {
  test("has the built-in ones, then the site's own, with the envelope beside", async () => {
    await configure(custom);
    const items = [
      { slug: "plain", name: "Plain", selected: true },
      { slug: "essay", name: "Essay", selected: false },
      { slug: "podcast", name: "Podcast", selected: false },
      { slug: "dusk", name: "At dusk", selected: false },
      { slug: "ice", name: "First ice", selected: false },
    ];
    const { status, body } = await call(listThemes);
    expect(status).toBe(200);
    expect(body).toEqual({ items, count: 5, next: null, previous: null, results: items });
  });

  test("comes in pages, and whole beside them", async () => {
    await configure(custom);
    const { body } = await call(listThemes, { query: "page=2&pageSize=4" });
    expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual(["ice"]);
    expect([body.count, body.items.length, body.next]).toEqual([5, 5, null]);
    expect(body.previous).toMatch(/\/api\/themes\/\?pageSize=4$/);
    const beyond = await call(listThemes, { query: "page=3&pageSize=4" });
    expect([beyond.status, beyond.body]).toEqual([404, { detail: "Invalid page." }]);
  });

  test.each<[string, string]>([
    ["", "ice"],
    ["theme=dusk", "dusk"],
    ["theme=dusk&template_base_dir=plain", "plain"],
    ["theme=dusk&template_base_dir=", "dusk"],
    ["theme=dusk&theme=plain", "plain"],
    ["theme=unknown", "ice"],
    ["template_base_dir=toString", "ice"],
  ])("with %j has one that is selected, the request's before the site's", async (query, slug) => {
    await configure(custom);
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "ice" } }));
    expect(await selectedBy(newBrowser(), query)).toEqual([slug]);
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "plain" } }));
  });

  test("selects the plain one where the site names one that is gone", async () => {
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "gone" } }));
    expect(await selectedBy(newBrowser())).toEqual(["plain"]);
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "plain" } }));
  });

  test("is for everybody to keep, unless a session may have selected one", async () => {
    await configure(custom);
    const strangers = await call(listThemes);
    expect(strangers.headers).toMatchObject({ "cache-control": "public, no-cache", vary: "Accept, Cookie" });
    const own = await (await browserIn("dusk")).call(listThemes);
    expect(own.headers["cache-control"]).toMatch(/^private/);
    expect(own.headers.vary).toBe("Accept, Cookie, Authorization");
    expect(own.headers.etag).not.toBe(strangers.headers.etag);
  });

  test("does without the site's own where their setting is wrong", async () => {
    await configure([["dusk"]]);
    const { body } = await call(listThemes);
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["plain", "essay", "podcast"]);
  });
});

describe("selecting a theme", () => {
  test("starts a session for whoever has none, and counts for that session only", async () => {
    await configure(custom);
    const browser = newBrowser();
    const { status, body, cookies } = await select(browser, "dusk");
    expect([status, body]).toEqual([200, { message: "Theme updated successfully" }]);
    expect(cookies).toEqual([
      expect.stringMatching(/^sessionid=[\w-]{43}; HttpOnly; Path=\/; Max-Age=1209600; SameSite=Lax/),
      expect.stringMatching(/^csrftoken=[\w-]{43}; Path=\//),
    ]);
    expect(await selectedBy(browser)).toEqual(["dusk"]);
    expect(await selectedBy(browser, "theme=ice")).toEqual(["ice"]);
    expect(await selectedBy(newBrowser())).toEqual(["plain"]);
  });

  test("again changes what the browser has, under another id", async () => {
    await configure(custom);
    const browser = await browserIn("dusk");
    const { status, cookies } = await select(browser, "ice");
    expect([status, cookies.length]).toEqual([200, 2]);
    expect(await selectedBy(browser)).toEqual(["ice"]);
  });

  test("starts a session for a cookie that nobody knows, and for a token", async () => {
    await configure(custom);
    const browser = newBrowser([["sessionid", "made-up"]]);
    await select(browser, "dusk");
    expect(await selectedBy(browser)).toEqual(["dusk"]);
    const { status, cookies } = await call(selectTheme, { as: "ada", body: { theme_slug: "dusk" } });
    expect([status, cookies.length]).toEqual([200, 2]);
  });

  test.each([
    ["an urlencoded form", "theme_slug=dusk", "application/x-www-form-urlencoded"],
    ["JSON in UTF-8", '{"theme_slug": "dusk"}', "application/json; charset=utf-8"],
  ])("may be %s", async (_, body, type) => {
    await configure(custom);
    const browser = newBrowser();
    await browser.call(selectTheme, { body, headers: { "content-type": type } });
    expect(await selectedBy(browser)).toEqual(["dusk"]);
  });

  test("may be a form with parts", async () => {
    await configure(custom);
    const browser = newBrowser();
    await browser.call(selectTheme, await multipart({ theme_slug: "dusk" }));
    expect(await selectedBy(browser)).toEqual(["dusk"]);
  });

  test.each<[string, unknown]>([
    ["unknown", { theme_slug: "unknown" }],
    ["a word that objects have by themselves", { theme_slug: "constructor" }],
    ["of another case", { theme_slug: "Dusk" }],
    ["empty", { theme_slug: "" }],
    ["null", { theme_slug: null }],
    ["absent", { theme: "dusk" }],
    ["absent from an empty body", ""],
    ["a number, though a theme is called so", { theme_slug: 7 }],
    ["a list", { theme_slug: ["dusk"] }],
    ["an object", { theme_slug: { slug: "dusk" } }],
  ])("whose slug is %s is refused, and changes nothing", async (_, body) => {
    await configure([...custom, ["7", "Seven"]]);
    const browser = await browserIn("ice");
    const answer = await browser.call(selectTheme, { body });
    expect([answer.status, answer.cookies, answer.body]).toEqual([
      400,
      [],
      { error: "Theme slug is invalid", detail: "Theme slug is invalid" },
    ]);
    expect(await selectedBy(browser)).toEqual(["ice"]);
  });

  test.each(["null", "[]", '"dusk"', "5", "true"])("by %s, which is no object, is refused", async (body) => {
    const { status, body: refusal } = await call(selectTheme, { body });
    expect([status, refusal]).toEqual([400, { error: "Invalid request", detail: "Invalid request" }]);
  });

  test("by what is no JSON is refused, and says where", async () => {
    const { status, body } = await call(selectTheme, { body: '{"theme_slug": ' });
    expect([status, Object.keys(body)]).toEqual([400, ["detail"]]);
    expect(body.detail).toMatch(/^JSON parse error - ./);
  });

  test("by another type of body is refused", async () => {
    const { status, body } = await call(selectTheme, {
      body: "dusk",
      headers: { "content-type": "text/plain" },
    });
    expect([status, body]).toEqual([415, { detail: 'Unsupported media type "text/plain" in request.' }]);
  });

  test("is the one thing that its address is for", async () => {
    const { status, headers, body } = await call({ ...fallback, path: selectTheme.path });
    expect([status, headers.allow, body]).toEqual([
      405,
      "POST, OPTIONS",
      { detail: 'Method "GET" not allowed.' },
    ]);
  });

  test("asks signed-in callers alone for the CSRF token", async () => {
    await configure(custom);
    const browser = await browserIn("dusk");
    const withoutToken = { headers: { "x-csrftoken": "" }, body: { theme_slug: "ice" } };
    expect((await browser.call(selectTheme, withoutToken)).status).toBe(200);
    await browser.call(logIn, { body: credentials });
    const { status, body } = await browser.call(selectTheme, withoutToken);
    expect([status, body]).toEqual([403, { detail: "CSRF Failed: CSRF token missing." }]);
    expect((await select(browser, "dusk")).status).toBe(200);
    expect(await selectedBy(browser)).toEqual(["dusk"]);
  });

  test("is kept by whoever signs in, in a session with another secret", async () => {
    await configure(custom);
    const browser = await browserIn("dusk");
    const before = browser.cookies.get("sessionid");
    await browser.call(logIn, { body: credentials });
    expect(browser.cookies.get("sessionid")).not.toBe(before);
    expect(await selectedBy(browser)).toEqual(["dusk"]);
    await browser.call(logOut);
    expect(await selectedBy(browser)).toEqual(["plain"]);
  });

  test("counts no longer once the theme is gone", async () => {
    await configure(custom);
    const browser = await browserIn("dusk");
    await configure([]);
    expect(await selectedBy(browser)).toEqual(["plain"]);
  });
});

describe("selections at the same time", () => {
  test("as the end of the session do not bring it back", async () => {
    await configure(custom);
    const browser = newBrowser();
    await browser.call(logIn, { body: credentials });
    const signedIn = [...browser.cookies];
    const { slow, fast } = await overtaken(
      () => select(newBrowser(signedIn), "dusk"),
      () => newBrowser(signedIn).call(logOut),
    );
    expect([slow.status, fast.status, slow.cookies.length]).toEqual([200, 204, 2]);
    expect(await selectedBy(newBrowser(signedIn))).toEqual(["plain"]);
  });

  test("leave one of the themes, whichever was last", async () => {
    await configure(custom);
    const browser = await browserIn("plain");
    const slugs = Array.from({ length: 8 }, (_, index) => (index % 2 ? "dusk" : "ice"));
    const { result } = await withPauses(
      () => Math.random() * 5,
      () => Promise.all(slugs.map((slug) => select(browser, slug))),
    );
    expect(result.map(({ status, cookies }) => [status, cookies.length])).toEqual(slugs.map(() => [200, 2]));
    expect(["dusk", "ice"]).toContain((await selectedBy(browser))[0]);
  });
});

test("a player looks as in the request's theme, else the session's", async () => {
  await configure(custom);
  await configurePlayers({
    dusk: { tokens: { brand: "#dusk" } },
    ice: { tokens: { brand: "#ice" } },
    plain: { tokens: { brand: "#plain" } },
  });
  const brandFor = async (browser: Browser, query = "") =>
    (await browser.call(readPlayerConfig, { query })).body.theme.tokens.brand;
  const browser = await browserIn("dusk");
  expect(await brandFor(browser)).toBe("#dusk");
  expect(await brandFor(browser, "theme=ice")).toBe("#ice");
  expect(await brandFor(newBrowser())).toBe("#plain");
});
