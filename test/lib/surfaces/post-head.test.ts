// Proves contract rules: episode-persons.

import { expect, test } from "vitest";
import { type EpisodeContent, episodeDefaults } from "#lib/pages/content.ts";
import { blankPost } from "#lib/pages/edit-post.ts";
import type { Person } from "#lib/pages/podcast.ts";
import { postHead } from "#lib/surfaces/html/post-head.ts";

const person = (name: string, fields: Partial<Person> = {}): Person => ({
  name,
  role: "",
  group: "",
  link: "",
  image: null,
  ...fields,
});

const content: EpisodeContent = {
  ...blankPost({ title: "Frogs" }, "2026-01-02T03:04:05.000Z"),
  ...episodeDefaults,
};

const personsOf = (persons: EpisodeContent["persons"]) =>
  postHead({
    content: { ...content, ...(persons && { persons }) },
    categories: [],
    seasons: [],
    persons: [person("Ada", { role: "host" })],
    media: () => undefined,
    termUrls: { category: () => null, tag: () => null },
  }).episode?.persons;

test("those who take part in an episode are its own persons, else its podcast's", () => {
  expect(personsOf(undefined)).toEqual([{ name: "Ada", role: "host", url: null, image: null }]);
  expect(personsOf([person("Bo", { link: "https://bo.example/", image: 7 })])).toEqual([
    { name: "Bo", role: "", url: "https://bo.example/", image: null },
  ]);
});

test("a link that would run a script is none", () => {
  expect(personsOf([person("Bo", { link: "javascript:alert(1)" })])?.[0]?.url).toBeNull();
});
