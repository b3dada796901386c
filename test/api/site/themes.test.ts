// Proves contract rules: themes, theme-selection, series, headings, players.

import { describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { selectTheme } from "#lib/routes/themes.ts";
import { composeTheme } from "#lib/themes/compose-theme.ts";
import { colourNames, type Palette } from "#lib/themes/parts/style.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { addTheme, themeNamed } from "#lib/themes/themes.ts";
import { newBrowser } from "#test/support/browser.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { useSetting } from "#test/support/settings.ts";
import { hiddenFieldsIn, linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { createLivePost, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();

const themeForm = /<form class="themes" method="post" action="([^"]*)".*?<\/form>/s;

/** Sends the form of a page as a browser without script does. */
const choose = (browser: ReturnType<typeof newBrowser>, html: string, theme_slug: string) => {
  const [markup = "", address = ""] = themeForm.exec(html) ?? [];
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  return call(selectTheme, {
    query: address.replaceAll("&amp;", "&").split("?")[1] ?? "",
    headers: { "content-type": "application/x-www-form-urlencoded", ...(cookie === "" ? {} : { cookie }) },
    body: new URLSearchParams({ ...hiddenFieldsIn(markup), theme_slug }).toString(),
  });
};

const home = { ...readSitePage, path: "/" } as const;

describe("the form that selects a theme", () => {
  test("is on every page, has all themes, and marks the one that is shown", async () => {
    for (const [address, slug] of [
      ["/", "plain"],
      ["/notes/?theme=essay", "essay"],
      ["/calls/subscribe/?theme=podcast", "podcast"],
      ["/no-such-page/", "plain"],
    ] as const) {
      const { body } = await visit(address);
      const [markup = ""] = themeForm.exec(body) ?? [];
      const options = Array.from(markup.matchAll(/<option value="([^"]*)"( selected)?>/g), (found) =>
        found.slice(1),
      );
      expect([address, options]).toEqual([
        address,
        builtInThemes.map((theme) => [theme.slug, theme.slug === slug ? " selected" : undefined]),
      ]);
    }
  });

  test("leads back to its page without the theme that the request named, which shows the choice from then on", async () => {
    const { body, headers } = await visit("/notes/?search=ice&theme=podcast");
    expect(headers["cache-control"]).toBe("public, no-cache");
    const { status, headers: sent, cookies } = await choose(newBrowser(), body, "essay");
    expect([status, sent.location, cookies.length]).toEqual([303, "/notes/?search=ice", 2]);
    const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
    const shown = await call(home, { headers: { cookie } });
    expect(shown.text).toContain(themeNamed("essay").style);
    expect(shown.headers["cache-control"]).toMatch(/^private/);
    expect((await visit("/")).body).toContain(themeNamed("plain").style);
  });

  test("of people who are signed in carries their token", async () => {
    const browser = newBrowser();
    await browser.call(logIn, { body: { username: "ada", password: "marsh-hen" } });
    const page = await browser.call(home, {});
    expect((await choose(browser, page.text, "podcast")).status).toBe(303);
    expect((await choose(browser, (await visit("/")).body, "plain")).status).toBe(403);
    expect((await browser.call(home, {})).text).toContain(themeNamed("podcast").style);
  });

  test("leads to no other site", async () => {
    const { headers } = await call(selectTheme, {
      query: `next=${encodeURIComponent("//elsewhere.example/")}`,
      body: { theme_slug: "essay" },
    });
    expect(headers.location).toBe("/");
  });
});

describe("a series", () => {
  test("is on the page of each of its posts that is live, the oldest first", async () => {
    const part = (title: string, day: number, tag = "Series: The gauge") =>
      createLivePost(world.notes, { title, visible_date: `2025-03-0${day}`, tags: ["water", tag] });
    const [third, first] = [await part("Third", 3), await part("First", 1)];
    const alone = await part("Alone", 2, "series: Another");
    const { body } = await visit(`/notes/${first.slug}/`);
    const [list = ""] = /<nav class="series".*?<\/nav>/s.exec(body) ?? [];
    expect(textIn(list)).toBe("Series: The gauge First Third");
    expect(linksIn(list)).toEqual([`/notes/${first.slug}/`, `/notes/${third.slug}/`]);
    expect(list).toContain(`href="/notes/${first.slug}/" aria-current="page"`);
    expect((await visit(`/notes/${alone.slug}/`)).body).not.toContain('class="series"');
  });
});

test("the headings of a post have addresses in every theme, and a list in the one for long texts", async () => {
  const value = ["One", "Two", "Three"].map((word) => `<h2>${word}</h2><p>Text.</p>`).join("");
  process.env.SITE_RICH_TEXT_FEATURES = '["h2"]';
  const { slug } = await createLivePost(world.notes, { detail: [{ type: "paragraph", value }] });
  delete process.env.SITE_RICH_TEXT_FEATURES;
  for (const theme of builtInThemes) {
    const { body } = await visit(`/notes/${slug}/?theme=${theme.slug}`);
    expect(body).toContain('<h2 id="two"><span id="h-two"></span>Two</h2>');
    const lists = linksIn(body).filter((link) => ["#one", "#two", "#three"].includes(link));
    expect(lists).toEqual(theme.slug === "essay" ? ["#one", "#two", "#three"] : []);
  }
});

test("the page of a podcast has the player of its newest episode in the theme for podcasts only", async () => {
  const audio = await makeAudio();
  const { id, slug } = await createEpisodeDraft(world.calls, {
    title: "Newest",
    visible_date: "2036-01-01",
    podcast_audio: { id: audio.id },
  });
  await call(publishEpisode, { as: "ada", params: { id } });
  const { body, headers } = await visit("/calls/?theme=podcast");
  expect(body).toContain(`data-document="/api/audios/webplayer/${audio.id}/post/${id}/"`);
  expect(body.split(`href="/calls/${slug}/"`)).toHaveLength(2);
  expect(headers["content-security-policy"]).toContain("script-src 'self'");
  for (const address of [
    "/calls/?theme=podcast&search=newest",
    "/calls/?theme=essay",
    "/notes/?theme=podcast",
  ])
    expect((await visit(address)).body).not.toContain("/_scripts/player");
});

describe("a theme that throws while it makes a page", () => {
  const configure = useSetting("SITE_CUSTOM_THEMES");

  const palette = Object.fromEntries(colourNames.map((name) => [name, "#777"])) as Palette;

  const useBrokenTheme = async () => {
    const siteHeader = () => {
      throw new Error("no header today");
    };
    addTheme("broken", composeTheme({ light: palette, dark: palette, parts: { siteHeader } }));
    await configure([["broken", "Broken"]]);
  };

  test("costs the page: a fault in plain, and a line in the log", async () => {
    await useBrokenTheme();
    using captured = captureLog();
    const { status, body } = await visit("/notes/?theme=broken");
    expect([status, textIn(body)]).toEqual([500, expect.stringContaining("Something went wrong")]);
    expect(body).toContain(themeNamed("plain").style);
    expect(captured.lines).toMatchObject([
      { level: "error", error: expect.stringContaining("no header today") },
    ]);
    expect((await visit("/notes/")).status).toBe(200);
  });

  test("leaves refusals their status and a page, which is plain", async () => {
    await useBrokenTheme();
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "broken" } }));
    using captured = captureLog();
    const { status, body } = await call(
      { ...fallback, path: "/accounts/nothing/" },
      { headers: { accept: "text/html" } },
    );
    await changeSite(async ({ settings }) => ({ settings: { ...settings, theme: "plain" } }));
    expect([status, textIn(body)]).toEqual([404, expect.stringContaining("Page not found")]);
    expect(body).toContain(themeNamed("plain").style);
    expect(captured.lines).toMatchObject([
      {
        level: "warning",
        warning: "the theme of the site failed",
        error: expect.stringContaining("no header"),
      },
    ]);
  });
});
