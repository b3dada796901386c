import { expect, test } from "vitest";
import type { FeedItem } from "#lib/feeds/feed.ts";
import { rssItem } from "#lib/feeds/rss.ts";

const item: FeedItem = {
  uuid: "0b9d6f1e-5f0a-4c1c-9a43-3c0f0a1d2b3c",
  guid: null,
  language: null,
  url: "https://notes.example/notes/reed/",
  title: "Reed",
  summary: "",
  html: "",
  publishedAt: "2026-01-02T03:04:05.000Z",
  updatedAt: "2026-01-02T03:04:05.000Z",
  terms: [],
  picture: null,
  episode: null,
};

const descriptionIn = (changes: Partial<FeedItem>): string | undefined =>
  /<description>([\s\S]*?)<\/description>/.exec(String(rssItem({ ...item, ...changes })))?.[1];

const sentence = "The rail crossed the open water below the hide. ";

test.each<[string, Partial<FeedItem>, string | undefined]>([
  ["is the summary", { summary: "In short", html: "<p>At length.</p>" }, "In short"],
  [
    "is the text without one, in one line",
    { html: "<h2>A &amp; B</h2>\n<p>The <b>rail</b>.</p>" },
    "A &amp; B The rail.",
  ],
  ["is the title where there is nothing else to say", { html: "<figure></figure>" }, "Reed"],
])("the description of an item %s", (_, changes, expected) => {
  expect(descriptionIn(changes)).toBe(expected);
});

test("a long text is cut before a word", () => {
  const description = descriptionIn({ html: `<p>${sentence.repeat(20)}</p>` })!;
  expect(description.length).toBeLessThanOrEqual(201);
  expect(description).toMatch(/^The rail .{150,}…$/);
  expect(sentence.repeat(20).startsWith(`${description.slice(0, -1)} `)).toBe(true);
});

test("a long text without blanks is cut between characters", () => {
  const description = descriptionIn({ html: `<p>${"湿地の𠮷鳥".repeat(200)}</p>` })!;
  expect(description.isWellFormed()).toBe(true);
  expect(description.length).toBeGreaterThan(190);
});
