// Proves contract rules: podcast-feeds.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { root } from "#test/support/sources.ts";
import { useTable } from "#test/support/table.ts";
import { applyFeedSite, feedSite, podcastEpisode, renewAfresh, served, writeSiteFiles } from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();

/** What a feed says of the show, and of the first episode. */
const parts = { show: "", episode: "" };

beforeAll(async () => {
  await writeSiteFiles(folder);
  const everything = podcastEpisode("frogs", {
    block: true,
    cover_image: { image: "artwork" },
    persons: [{ name: "Cy" }],
    soundbites: [{ start: 0, duration: 1.5, title: "The first frog" }],
  });
  const trailer = podcastEpisode("coming", { episode_type: "trailer", visible_date: "2025-01-01T00:00:00Z" });
  const { ids } = await applyFeedSite(feedSite({ episodes: [everything, trailer] }), folder);
  await renewAfresh();
  const xml = (await served(`${ids.pages.calls}/episodes.rss`))!;
  const [show = "", episode = ""] = xml.split("<item>");
  Object.assign(parts, { show, episode });
});

/** The rows of the tables of a document: an element, where it stands, and whether feeds have it. */
const rows = readFileSync(join(root, "docs/podcast-fields.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| `/.test(line))
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, element = "", place = ""] = cells;
    return [element.slice(1, -1), place as keyof typeof parts, cells.at(-2)!.replace(/:.*/, "")] as const;
  });

describe("the tables of what podcast apps read are what a feed has", () => {
  test("they have the elements that Apple and the podcast namespace name", () => {
    expect(rows.filter(([, place]) => place === "show").length).toBeGreaterThan(25);
    expect(rows.filter(([, place]) => place === "episode").length).toBeGreaterThan(25);
    expect(rows.map(([, , answer]) => answer).filter((answer) => !/^(yes|no)$/.test(answer))).toEqual([]);
  });

  test.each(rows)("`%s` of the %s: %s", (element, place, answer) => {
    expect(new RegExp(`<${element}[ >/]`).test(parts[place])).toBe(answer === "yes");
  });
});
