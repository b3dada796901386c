// Proves contract rules: private-feed-page, private-feed-secrets, csrf, foreign-pages, public-routes.

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { keepLog } from "#lib/log.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { enterPassword, showPasswordChange } from "#lib/routes/accounts.ts";
import { makeOwnFeed, revokeOwnFeed, showOwnFeeds } from "#lib/routes/own-feeds.ts";
import { readPrivateFeed } from "#lib/routes/private-feeds.ts";
import type { Route } from "#lib/routes/route.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { noteFeedUse } from "#lib/store/private-feeds.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { type Browser, newBrowser } from "#test/support/browser.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { makeAudio } from "#test/support/media.ts";
import {
  alterAccount,
  listFeeds,
  makeFeed,
  makeLiveEpisode,
  restrictTo,
  revokeFeed,
} from "#test/support/private-feeds.ts";
import { cookiesOf } from "#test/support/session.ts";
import { hiddenFieldsIn, linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const signIn = "/accounts/login/?next=%2Faccounts%2Ffeeds%2F";
const lines: string[] = [];
let episode: number;

beforeAll(async () => {
  process.env.LOG_REQUESTS = "on";
  keepLog((line) => lines.push(line));
  ({ id: episode } = await makeLiveEpisode(world.calls, (await makeAudio()).id));
});

afterAll(() => {
  delete process.env.LOG_REQUESTS;
  keepLog(undefined);
});

beforeEach(async () => {
  await restrictTo(world.calls, "Readers");
  await restrictTo(episode, null);
  for (const { id } of await listFeeds("ed")) await revokeFeed("ed", id);
});

/** A browser in which the user is signed in. Its forms carry the proof, and no header does. */
const browserOf = async (username: string): Promise<Browser> => {
  const { cookies, call: send } = newBrowser(
    (await cookiesOf(username)).split("; ").map((pair) => pair.split("=") as [string, string]),
  );
  const headers = { "x-csrftoken": undefined as never, accept: "text/html" };
  return {
    cookies,
    call: (route, options = {}) => send(route, { ...options, headers: { ...headers, ...options.headers } }),
  };
};

const pageOf = async (browser: Browser, query = ""): Promise<string> =>
  (await browser.call(showOwnFeeds, { query })).body;

const formsIn = (page: string, address: string): readonly Readonly<Record<string, string>>[] =>
  [...page.matchAll(/<form[^>]*action="([^"]*)".*?<\/form>/gs)]
    .filter(([, action]) => action === address)
    .map(([form]) => hiddenFieldsIn(form));

const makingForms = (page: string) => formsIn(page, "/accounts/feeds/");
const revokingForms = (page: string) => formsIn(page, "/accounts/feeds/revoke/");

type Fields = Readonly<Record<string, string>>;

const sent = (fields: Fields, headers: Fields = {}) => ({
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  body: new URLSearchParams(fields).toString(),
});

const press = (browser: Browser, fields: Fields): Promise<RouteAnswer> =>
  browser.call("feed" in fields ? revokeOwnFeed : makeOwnFeed, sent(fields));

/** The answer to the first button of the page that makes a feed. */
const makeOne = async (browser: Browser): Promise<RouteAnswer> =>
  press(browser, makingForms(await pageOf(browser))[0]!);

const addressesIn = (page: string): string[] =>
  [...page.matchAll(/<textarea[^>]*readonly[^>]*>([^<]*)<\/textarea>/g)].map(([, address = ""]) => address);

const secretIn = (address = ""): string => /private\/([0-9a-f]{40})\//.exec(address)?.[1] ?? "no secret";

/** The part of the page that is about a podcast. */
const partOf = (page: string, podcast = world.calls): string =>
  new RegExp(`<section[^>]*id="podcast-${podcast}".*?</section>`, "s").exec(page)?.[0] ?? "";

const statusOf = async (address: string): Promise<number> => {
  const [, rest = ""] = address.split("/_feeds/private/");
  return (await call(readPrivateFeed, { params: { address: rest } as never })).status;
};

describe("the page", () => {
  test("shows people the podcasts of which they may have feeds, without script, and is kept by nobody", async () => {
    const ed = await browserOf("ed");
    const { status, headers, body } = await ed.call(showOwnFeeds);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/html; charset=utf-8",
      "private, no-store",
    ]);
    expect(body).not.toContain("<script");
    expect(textIn(partOf(body))).toBe("Calls Make a feed");
    expect(makingForms(body)).toEqual([
      { podcast: String(world.calls), csrf_token: ed.cookies.get("csrftoken") },
    ]);
    expect(textIn(body)).toContain("Whoever has it can listen as you can");
  });

  test("offers nothing to people who may see no podcast, or no more of it than everybody", async () => {
    const empty = "No podcast here needs an address of your own.";
    const bo = await pageOf(await browserOf("bo"));
    expect([textIn(bo).includes(empty), bo.includes("Calls"), makingForms(bo)]).toEqual([true, false, []]);
    await restrictTo(world.calls, null);
    expect(textIn(await pageOf(await browserOf("ed")))).toContain(empty);
    await restrictTo(episode, "Readers");
    expect(textIn(await pageOf(await browserOf("ed")))).not.toContain(empty);
    expect(textIn(await pageOf(await browserOf("bo")))).toContain(empty);
  });

  test("sends strangers and tokens to sign in, and back", async () => {
    for (const caller of [{}, { as: "su" }]) {
      const { status, headers } = await call(showOwnFeeds, caller);
      expect([status, headers.location]).toEqual([302, signIn]);
    }
  });

  test.each(builtInThemes)("is in the theme $slug, with what it answers", async ({ slug }) => {
    const ed = await browserOf("ed");
    const { csrf_token = "" } = makingForms(await pageOf(ed))[0]!;
    await ed.call(selectTheme, {
      body: { theme_slug: slug },
      headers: { "x-csrftoken": ed.cookies.get("csrftoken")! },
    });
    const style = (page: string) => /<style>(.*?)<\/style>/s.exec(page)?.[1];
    const frame = (await ed.call(showPasswordChange)).body;
    const page = await pageOf(ed);
    const made = await press(ed, { podcast: String(world.calls), csrf_token });
    expect([style(page), style(made.body)]).toEqual([style(frame), style(frame)]);
    expect(page).toContain(`<option value="${slug}" selected`);
  });

  test("is linked from the page for one's password, and links back", async () => {
    const ed = await browserOf("ed");
    expect(linksIn((await ed.call(showPasswordChange)).body)).toContain("/accounts/feeds/");
    expect(linksIn(await pageOf(ed))).toContain("/accounts/password-change/");
  });
});

describe("making a feed", () => {
  test("answers with its addresses in fields to copy from; no page, cookie or address has them later", async () => {
    const ed = await browserOf("ed");
    const made = await makeOne(ed);
    expect([made.status, made.headers["cache-control"], made.headers.location, made.cookies]).toEqual([
      200,
      "private, no-store",
      undefined,
      [],
    ]);
    const addresses = addressesIn(made.body);
    expect(addresses).toEqual(
      ["episodes", "mp3", "opus"].map((format) =>
        expect.stringMatching(
          new RegExp(`^https://notes\\.example/_feeds/private/[0-9a-f]{40}/${format}\\.rss$`),
        ),
      ),
    );
    const text = textIn(made.body);
    for (const words of ["Your feed of Calls", "it is not shown again", "Paste it into your podcast app"])
      expect(text).toContain(words);
    expect(text).toContain("Whoever has the address can listen as you can");
    expect(text).toContain("By audio format: MP3, Opus");
    expect(linksIn(made.body)).toContain("/accounts/feeds/");
    expect(made.body).not.toContain('name="theme_slug"');
    expect(await statusOf(addresses[0]!)).toBe(200);
    const secret = secretIn(addresses[0]);
    for (const page of [await pageOf(ed), (await ed.call(showPasswordChange)).body])
      expect(page).not.toContain(secret);
    expect(JSON.stringify([...ed.cookies])).not.toContain(secret);
    expect(JSON.stringify(await wholeTable())).not.toContain(secret);
    expect(lines.filter((line) => line.includes(secret) && !line.includes("private-feeds/read"))).toEqual([]);
    expect(lines.some((line) => line.includes('"accounts/feeds/create"'))).toBe(true);
  });

  test("puts it on the page: its formats, when it was made, and when it was last read", async () => {
    const ed = await browserOf("ed");
    const made = await makeOne(ed);
    const [{ created_at }] = await listFeeds("ed");
    const line = () => pageOf(ed).then((page) => textIn(/<p class="byline".*?<\/p>/s.exec(partOf(page))![0]));
    const when = `${created_at.slice(11, 16)}`;
    expect(await line()).toMatch(
      new RegExp(`^all episodes, MP3, Opus Made on \\d+ \\w+ \\d{4} at ${when} not read yet$`),
    );
    await noteFeedUse(hashOfSecret(secretIn(addressesIn(made.body)[0])), "2026-02-03", undefined);
    expect(await line()).toMatch(/last read on 3 February 2026$/);
  });

  test("a sixth time is a problem beside its podcast; the page offers none where there are five", async () => {
    const ed = await browserOf("ed");
    const form = makingForms(await pageOf(ed))[0]!;
    for (let count = 0; count < 5; count++) expect((await press(ed, form)).status).toBe(200);
    const full = partOf(await pageOf(ed));
    expect([makingForms(full), textIn(full)]).toEqual([
      [],
      expect.stringContaining("You have as many feeds of this podcast as a person may have."),
    ]);
    const refused = await press(ed, form);
    expect([refused.status, refused.headers["cache-control"]]).toEqual([409, "private, no-store"]);
    expect(/<p role="alert">([^<]*)</.exec(partOf(refused.body))?.[1]).toMatch(/revoke one first/);
    expect(textIn(partOf(refused.body)).match(/as many feeds/g)).toHaveLength(1);
    expect(await listFeeds("ed")).toHaveLength(5);
    await press(ed, revokingForms(refused.body)[2]!);
    expect((await press(ed, form)).status).toBe(200);
  });

  test("of a podcast that one may not see, or nobody needs one of, is a problem on the page", async () => {
    const bo = await browserOf("bo");
    const csrf_token = bo.cookies.get("csrftoken")!;
    for (const podcast of [world.calls, world.notes, 999_999]) {
      const { status, body } = await press(bo, { podcast: String(podcast), csrf_token });
      expect([status, /<p role="alert">([^<]*)</.exec(body)?.[1]]).toEqual([
        404,
        "There is no such podcast for you.",
      ]);
      expect(body).not.toContain("Calls");
    }
    expect(await listFeeds("bo")).toEqual([]);
  });

  test("is a problem on the page while the service is busy, and makes nothing", async () => {
    const ed = await browserOf("ed");
    const form = makingForms(await pageOf(ed))[0]!;
    const write = vi.spyOn(tableStore(), "transact").mockRejectedValueOnce(new Refusal("busy"));
    const { status, body } = await press(ed, form);
    write.mockRestore();
    expect([status, textIn(partOf(body))]).toEqual([503, expect.stringMatching(/Make a feed$/)]);
    expect(body).toContain('role="alert"');
    expect(await listFeeds("ed")).toEqual([]);
  });
});

describe("revoking a feed", () => {
  test("ends it and leads to the page, which says so, and how long files can still be fetched", async () => {
    const ed = await browserOf("ed");
    const [address = ""] = addressesIn((await makeOne(ed)).body);
    const [other = ""] = addressesIn((await makeOne(ed)).body);
    const page = await pageOf(ed);
    expect(textIn(partOf(page))).toContain("can still be fetched for up to an hour");
    const form = revokingForms(page)[0]!;
    const revoked = await press(ed, form);
    expect([revoked.status, revoked.headers.location]).toEqual([303, "/accounts/feeds/?revoked=yes"]);
    expect([await statusOf(address), await statusOf(other)]).toEqual([404, 200]);
    const after = await pageOf(ed, "revoked=yes");
    expect(textIn(after)).toContain("The feed is revoked: its address no longer works.");
    expect(textIn(after)).toContain("for up to an hour after the app got it");
    expect(revokingForms(after)).toHaveLength(1);
    expect((await press(ed, form)).headers.location).toBe("/accounts/feeds/?revoked=yes");
    expect(await listFeeds("ed")).toHaveLength(1);
  });

  test("of somebody else changes nothing", async () => {
    const { body } = await makeFeed("ed", world.calls);
    const su = await browserOf("su");
    const answer = await press(su, { feed: String(body.id), csrf_token: su.cookies.get("csrftoken")! });
    expect(answer.status).toBe(303);
    expect(await listFeeds("ed")).toHaveLength(1);
  });
});

describe("feeds of a podcast", () => {
  test("that one may not see any more are told without its name, can be revoked, and work again later", async () => {
    const ed = await browserOf("ed");
    const [address = ""] = addressesIn((await makeOne(ed)).body);
    await alterAccount("ed", { groups: [] });
    const page = await pageOf(ed);
    expect(page).not.toContain("Calls");
    expect(textIn(partOf(page))).toContain("You may not hear this podcast at the moment");
    expect([makingForms(page), revokingForms(page).length, await statusOf(address)]).toEqual([[], 1, 404]);
    await alterAccount("ed", { groups: ["Readers"] });
    expect([await statusOf(address), revokingForms(await pageOf(ed)).length]).toEqual([200, 1]);
  });

  test("that everybody may hear by now stay on the page, which offers no further ones", async () => {
    const ed = await browserOf("ed");
    const form = makingForms(await pageOf(ed))[0]!;
    await makeOne(ed);
    await restrictTo(world.calls, null);
    const part = partOf(await pageOf(ed));
    expect(textIn(part)).toContain("Everybody may hear all of this podcast now");
    expect([makingForms(part), revokingForms(part).length]).toEqual([[], 1]);
    const { status, body } = await press(ed, form);
    expect([status, textIn(partOf(body))]).toEqual([
      404,
      expect.stringMatching(/No feed was made. Everybody may hear all of this podcast now/),
    ]);
    expect(await listFeeds("ed")).toHaveLength(1);
  });
});

describe("the forms refuse", () => {
  const fields = { podcast: "1", feed: "1" };
  const posted: readonly Route[] = [makeOwnFeed, revokeOwnFeed];

  test.each([
    ["no proof", {}, {}],
    ["a wrong proof", { csrf_token: "short" }, {}],
    ["another site", {}, { origin: "https://evil.example" }],
  ])("%s, with a page", async (_, proof, headers) => {
    const ed = await browserOf("ed");
    const before = await wholeTable();
    for (const route of posted) {
      const { status, body } = await ed.call(route, sent({ ...fields, ...proof }, headers));
      expect([status, textIn(body)]).toEqual([403, expect.stringContaining("The form is out of date")]);
    }
    expect(await wholeTable()).toEqual(before);
  });

  test("callers whose session has ended, who sign in and come back", async () => {
    const before = await wholeTable();
    for (const route of posted) {
      const { status, headers } = await call(route, sent(fields));
      expect([status, headers.location]).toEqual([303, signIn]);
    }
    expect(await wholeTable()).toEqual(before);
  });

  test.each(["", "x", "0", "1.5", "9".repeat(30)])("%j for a podcast or feed, with a page", async (value) => {
    const ed = await browserOf("ed");
    const csrf_token = ed.cookies.get("csrftoken")!;
    for (const route of posted) {
      const answer = await ed.call(route, sent({ podcast: value, feed: value, csrf_token }));
      expect([answer.status, textIn(answer.body)]).toEqual([400, expect.stringContaining("did not work")]);
    }
  });
});

describe("a podcast that not everybody may hear", () => {
  const target = () => `/accounts/feeds/#podcast-${world.calls}`;
  const linksOn = async (address: string, username?: string) => {
    const headers = username === undefined ? {} : { cookie: await cookiesOf(username) };
    const { status, body } = await visit(address, { headers });
    return { status, hasLink: linksIn(body).includes(target()), text: textIn(body) };
  };

  test.each(["/calls/", "/calls/subscribe/"])(
    "says on %s where people get their own address",
    async (path) => {
      expect(await linksOn(path, "ed")).toMatchObject({ status: 200, hasLink: true });
      expect((await linksOn("/notes/", "ed")).hasLink).toBe(false);
      await restrictTo(world.calls, null);
      expect(await linksOn(path, "ed")).toMatchObject({ status: 200, hasLink: false });
      await restrictTo(episode, "Readers");
      expect(await linksOn(path, "ed")).toMatchObject({ hasLink: true });
      for (const username of [undefined, "bo"])
        expect(await linksOn(path, username)).toMatchObject({ status: 200, hasLink: false });
    },
  );

  test("says at its public addresses that these have only what everybody may hear", async () => {
    const { id } = await makeLiveEpisode(world.calls, (await makeAudio()).id);
    await restrictTo(world.calls, null);
    await restrictTo(id, "Readers");
    const only = "What follows has only what everybody may hear.";
    expect((await linksOn("/calls/subscribe/", "ed")).text).toContain(only);
    await restrictTo(world.calls, "Readers");
    expect((await linksOn("/calls/subscribe/", "ed")).text).not.toContain(only);
    await restrictTo(id, null);
  });

  test("with a password has no such link, also for people who have entered it", async () => {
    const restriction = { type: "password", passwordHash: await hashPassword("reed") } as const;
    await setPageProperties(world.calls, { restriction });
    const ed = await browserOf("ed");
    const { status } = await ed.call(enterPassword, {
      ...sent({ page: String(world.calls), password: "reed", next: "/" }),
    });
    const cookie = [...ed.cookies].map((pair) => pair.join("=")).join("; ");
    const { status: shown, body } = await visit("/calls/", { headers: { cookie } });
    expect([status, shown, linksIn(body).includes(target())]).toEqual([303, 200, false]);
    expect(makingForms(await pageOf(ed))).toEqual([]);
  });
});
