// Proves contract rules: private-feed-page.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  feedsContent,
  newFeedContent,
  type OwnFeed,
  type PodcastFeeds,
  type ShownFeeds,
  type ShownNewFeed,
} from "#lib/themes/parts/feeds-page.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { builtInThemes } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { textIn } from "#test/support/site-pages.ts";
import { hostileText, skeletonOf } from "./hostile-text.ts";
import { fieldNotes, readingOf } from "./reading.ts";

const reading = readingOf([], { locale: "de", timezone: "Europe/Berlin" });

const feed: OwnFeed = {
  formats: ["MP3", "Opus"],
  madeAt: "2026-07-31T22:05:00Z",
  lastReadOn: "2026-08-01",
  revoke: { address: "/accounts/feeds/revoke/", kept: { feed: "7" } },
};

const calls: PodcastFeeds = {
  podcast: { title: "Calls", url: "/calls/" },
  anchor: "podcast-5",
  feeds: [feed, { ...feed, lastReadOn: null }],
  more: { address: "/accounts/feeds/", kept: { podcast: "5" } },
  problem: "",
};

const page: ShownFeeds = {
  isRevoked: false,
  problem: "",
  podcasts: [calls],
  links: [{ title: "Your account", url: "/accounts/password-change/" }],
};

const made: ShownNewFeed = {
  addresses: [{ format: "MP3", url: "https://notes.example/_feeds/private/abc/mp3.rss" }],
  apps: [{ title: "AntennaPod", url: "antennapod-subscribe://notes.example/" }],
  feedsUrl: "/accounts/feeds/",
};

const feedsPage = (theme: Theme, more: Partial<ShownFeeds> = {}, title = "Feeds") => {
  const content = feedsContent({ ...page, ...more }, reading);
  return theme.accountPage({ site: fieldNotes, title, content }, reading);
};

const newFeedPage = (theme: Theme, more: Partial<ShownNewFeed> = {}, title = "Feed") =>
  theme.accountPage({ site: fieldNotes, title, content: newFeedContent({ ...made, ...more }) }, reading);

describe.each(builtInThemes)("in the theme $slug", ({ slug }) => {
  const theme = themeNamed(slug);

  test("the page is in English, and shows times as the site's clocks do", () => {
    const html = feedsPage(theme);
    expect(html).toContain('<html lang="en">');
    expect(textIn(html)).toContain("MP3, Opus Made on 1 August 2026 at 00:05 last read on 1 August 2026");
    expect(textIn(html)).toContain("at 00:05 not read yet");
  });

  test("each feed has ids and a description of its own for its button", () => {
    const html = feedsPage(theme, { podcasts: [calls, { ...calls, anchor: "podcast-6" }] });
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const described = [...html.matchAll(/aria-describedby="([^"]*)"/g)].map(([, id]) => id);
    expect(described).toHaveLength(4);
    expect(ids).toEqual(expect.arrayContaining(described));
  });

  test("a new feed with one address has one field, which nobody can change by chance", () => {
    const html = newFeedPage(theme);
    expect(html.match(/<textarea /g)).toHaveLength(1);
    expect(html).toMatch(
      /<textarea [^>]*readonly[^>]*>https:\/\/notes\.example\/_feeds\/private\/abc\/mp3\.rss</,
    );
    expect(html).not.toContain("<details");
  });
});

test("no text adds an element or an attribute to the pages", () => {
  const plain = themeNamed("plain");
  const shape = (text: string) => {
    const named = { podcast: { title: text, url: "/calls/" } };
    const hidden = { address: "/accounts/feeds/", kept: { podcast: text } };
    const podcast = {
      ...calls,
      ...named,
      problem: text,
      feeds: [{ ...feed, formats: [text] }],
      more: hidden,
    };
    return [
      skeletonOf(feedsPage(plain, { problem: text, podcasts: [podcast] }, text)),
      skeletonOf(newFeedPage(plain, { addresses: [{ format: text, url: text }] }, text)),
    ];
  };
  const harmless = shape("a");
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(shape(text)).toEqual(harmless);
    }),
    { numRuns: 200 },
  );
});
