import { beforeEach, describe, expect, test } from "vitest";
import { type ApplyOptions, applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { EpisodeContent } from "#lib/pages/content.ts";
import { readEditablePage, readPage } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { makeAudio } from "#test/support/media.ts";
import { problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

const podcast = (slug: string, fields: object = {}): object => ({
  type: "site.Podcast",
  key: slug,
  slug,
  title: `About ${slug}`,
  ...fields,
});

const siteWith = (...podcasts: object[]): object => ({
  version: 1,
  pages: [{ type: "site.HomePage", slug: "home", title: "Home", children: podcasts }],
});

const withSeasons = (...seasons: object[]): object => siteWith(podcast("calls", { seasons }));

const first = { key: "s1", number: 1, name: "The first year" };
const second = { key: "s2", number: 2 };

const refusalsOf = async (site: object): Promise<string[]> =>
  (await problemsOf(applyManifest(site))).map(({ path, message }) => `${path}: ${message}`);

const apply = async (site: object, options: ApplyOptions = {}) => {
  const outcome = await applyManifest(site, options);
  const page = await readPage(outcome.ids.pages.calls ?? 0);
  return { ...outcome, seasons: page?.seasons };
};

describe("the seasons of a podcast", () => {
  test("are made with it, by number, and a second run changes nothing", async () => {
    const { ids, seasons } = await apply(withSeasons(second, first));
    expect(seasons).toEqual([
      { id: ids.seasons.s1, ...first },
      { id: ids.seasons.s2, ...second, name: "" },
    ]);
    const again = await apply(withSeasons(second, first));
    expect(again).toMatchObject({ created: 0, updated: 0, seasons });
    expect(again.ids.seasons).toEqual(ids.seasons);
  });

  test("keep their ids when they are renamed and renumbered", async () => {
    const { ids } = await apply(withSeasons(first, second));
    const swapped = [
      { ...first, number: 2, name: "Later" },
      { ...second, number: 1 },
    ];
    const { updated, ...after } = await apply(withSeasons(...swapped));
    expect([updated, after.ids.seasons]).toEqual([1, ids.seasons]);
    expect(after.seasons).toEqual([
      { id: ids.seasons.s2, key: "s2", number: 1, name: "" },
      { id: ids.seasons.s1, key: "s1", number: 2, name: "Later" },
    ]);
  });

  test("stay when the file does not name them, unless it prunes", async () => {
    const { seasons } = await apply(withSeasons(first, second));
    expect((await apply(withSeasons())).seasons).toEqual(seasons);
    expect((await apply(withSeasons(first))).seasons).toEqual(seasons);
    expect((await apply(withSeasons(first), { prune: true })).seasons).toEqual(seasons?.slice(0, 1));
    expect((await apply(withSeasons(), { prune: true })).seasons).toEqual([]);
  });

  test("are not made by a dry run, which says that they would be", async () => {
    await apply(withSeasons(first));
    const { updated, ids, seasons } = await apply(withSeasons(first, second), { dryRun: true });
    expect([updated, Object.keys(ids.seasons), seasons?.length]).toEqual([1, ["s1"], 1]);
  });

  test("are written by an export", async () => {
    await apply(withSeasons(second, first));
    const { manifest } = await exportManifest();
    expect(manifest.pages).toMatchObject([{ children: [{ slug: "calls", seasons: [first, second] }] }]);
    await useEmptyTable();
    await applyManifest(manifest);
    expect((await exportManifest()).manifest).toEqual(manifest);
  });

  test.each<[string, object[], string[]]>([
    [
      "share a key",
      [first, { ...second, key: "s1" }],
      ["[1].key: expected another key than that of pages[0].children[0].seasons[0]"],
    ],
    [
      "share a number",
      [first, { ...second, number: 1 }],
      ["[1].number: expected another number than that of pages[0].children[0].seasons[0]"],
    ],
    ["have no number", [{ key: "s1" }], ["[0].number: is required"]],
    ["are numbered from zero", [{ key: "s1", number: 0 }], ["[0].number: expected"]],
  ])("are refused when they %s", async (_what, seasons, expected) => {
    const problems = await refusalsOf(withSeasons(...seasons));
    expect(problems).toHaveLength(expected.length);
    for (const [index, text] of expected.entries())
      expect(problems[index]).toContain(`pages[0].children[0].seasons${text}`);
  });

  test("are refused when one has the number of a stored one that the file does not name", async () => {
    await apply(withSeasons(first));
    const clashing = withSeasons({ key: "again", number: 1 });
    expect(await refusalsOf(clashing)).toEqual([
      "pages[0].children[0].seasons[0].number: expected another number than that of the season s1, which the podcast has",
    ]);
    expect((await apply(clashing, { prune: true })).seasons).toMatchObject([{ key: "again", number: 1 }]);
  });
});

const episode = (slug: string, fields: object = {}): object => ({
  type: "site.Episode",
  key: slug,
  slug,
  title: `About ${slug}`,
  visible_date: "2026-01-02T03:04:05.000Z",
  ...fields,
});

const withEpisodes = (...children: object[]): object =>
  siteWith(podcast("calls", { seasons: [first, second], children }));

const everything = {
  podcast_audio: { audio: "ep1" },
  season: { season: "s2" },
  episode_number: 7,
  episode_type: "bonus",
  keywords: "reeds",
  explicit: 2,
  block: true,
  persons: [{ name: "Ada" }, { name: "Bo", role: "guest", group: "cast", link: "https://bo.example/" }],
  soundbites: [
    { start: "00:01:13.500", duration: "1:00", title: "The bittern" },
    { start: 5, duration: 15.5 },
  ],
};

const publicly = { podcast_audio: { audio: "ep1" } };

const contentOf = async (id: number | undefined) => {
  const stored = (await readEditablePage(id ?? 0))!;
  return { page: stored.page, content: stored.latest!.content as EpisodeContent };
};

describe("an episode", () => {
  test("has every field that the file gives it, and a second run changes nothing", async () => {
    const audio = await makeAudio({ key: "ep1" });
    const site = withEpisodes(episode("bittern", everything), episode("draft", { live: false }));
    const { ids } = await applyManifest(site);
    const { page, content } = await contentOf(ids.pages.bittern);
    expect(page).toMatchObject({ kind: "episode", live: true, unpublishedChanges: false });
    expect(content).toMatchObject({
      podcastAudio: audio.id,
      season: ids.seasons.s2,
      episodeNumber: 7,
      episodeType: "bonus",
      keywords: "reeds",
      explicit: 2,
      block: true,
      persons: [
        { name: "Ada", role: "", group: "", link: "", image: null },
        { name: "Bo", role: "guest", group: "cast", link: "https://bo.example/", image: null },
      ],
      soundbites: [
        { startSeconds: 5, durationSeconds: 15.5, title: "" },
        { startSeconds: 73.5, durationSeconds: 60, title: "The bittern" },
      ],
    });
    expect((await contentOf(ids.pages.draft)).content).toMatchObject({
      podcastAudio: null,
      season: null,
      episodeNumber: null,
      episodeType: "",
      keywords: "",
      explicit: null,
      block: false,
    });
    expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0, ids });
  });

  test("takes its season from a podcast that has it already, which the file need not say", async () => {
    await makeAudio({ key: "ep1" });
    const { ids } = await apply(withSeasons(first, second));
    const later = siteWith(podcast("calls", { children: [episode("bittern", everything)] }));
    const { ids: now } = await applyManifest(later);
    expect((await contentOf(now.pages.bittern)).content.season).toBe(ids.seasons.s2);
    expect(await applyManifest(later)).toMatchObject({ created: 0, updated: 0 });
  });

  test("has a draft on top that says what is different, null included", async () => {
    const audio = await makeAudio({ key: "ep1" });
    const draft = { podcast_audio: null, season: null, episode_number: 8 };
    const { ids } = await applyManifest(withEpisodes(episode("bittern", { ...everything, draft })));
    const { page, content } = await contentOf(ids.pages.bittern);
    expect(page).toMatchObject({ live: true, unpublishedChanges: true });
    expect(content).toMatchObject({
      podcastAudio: null,
      season: null,
      episodeNumber: 8,
      episodeType: "bonus",
      explicit: 2,
    });
    const without = withEpisodes(episode("bittern", everything));
    await applyManifest(without);
    expect((await contentOf(ids.pages.bittern)).content.podcastAudio).toBe(audio.id);
  });

  test("is scheduled with a newer draft above it", async () => {
    await makeAudio({ key: "ep1" });
    const state = { live: false, scheduled_at: "2090-01-01T00:00:00Z", newer_draft: { explicit: 3 } };
    const site = withEpisodes(episode("bittern", { ...everything, ...state }));
    const { ids, revisions } = await applyManifest(site);
    const { page, content } = await contentOf(ids.pages.bittern);
    expect(page.schedule).not.toBeNull();
    expect(page.schedule?.revisionId).not.toBe(revisions.bittern);
    expect(content).toMatchObject({ explicit: 3, episodeNumber: 7 });
    expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0 });
  });

  test("may be scheduled without an audio, and stays a draft when that time has passed", async () => {
    const site = (scheduled_at: string) => withEpisodes(episode("mute", { live: false, scheduled_at }));
    const { ids } = await applyManifest(site("2090-01-01T00:00:00Z"));
    expect((await readPage(ids.pages.mute!))?.schedule).not.toBeNull();
    const past = site("2026-01-01T00:00:00Z");
    await applyManifest(past);
    expect(await readPage(ids.pages.mute!)).toMatchObject({ live: false, schedule: null });
    expect(await applyManifest(past)).toMatchObject({ created: 0, updated: 0 });
  });

  test("is written by an export as the file that makes it again", async () => {
    const makeMedia = () => makeAudio({ key: "ep1" });
    await makeMedia();
    const draft = { explicit: null, block: false, persons: [], season: { season: "s1" } };
    await applyManifest(
      withEpisodes(
        episode("bittern", { ...everything, draft }),
        episode("plain", publicly),
        episode("later", { live: false, scheduled_at: "2090-01-01T00:00:00Z", newer_draft: publicly }),
      ),
    );
    const { manifest } = await exportManifest();
    expect(await applyManifest(pagesOf(manifest))).toMatchObject({ created: 0, updated: 0 });
    await useEmptyTable();
    await makeMedia();
    await applyManifest(pagesOf(manifest));
    expect(pagesOf((await exportManifest()).manifest)).toEqual(pagesOf(manifest));
  });

  test.each<[string, object, string]>([
    ["an audio while it is live", {}, "podcast_audio: is required: an episode needs an audio to be `live`"],
    [
      "an audio that exists",
      { podcast_audio: { audio: "ep2" } },
      "podcast_audio.audio: there is no audio ep2",
    ],
    [
      "a season of its podcast",
      { ...publicly, season: { season: "s9" } },
      "season.season: the podcast /home/calls has no season s9",
    ],
    [
      "a season of its podcast in a draft",
      { ...publicly, draft: { season: { season: "s9" } } },
      "draft.season.season: the podcast /home/calls has no season s9",
    ],
  ])("needs %s", async (_what, fields, problem) => {
    await makeAudio({ key: "ep1" });
    expect(await refusalsOf(withEpisodes(episode("bittern", fields)))).toEqual([
      `pages[0].children[0].children[0].${problem}`,
    ]);
  });

  test("has all problems of its soundbites at once", async () => {
    await makeAudio({ key: "ep1" });
    const soundbites = [
      { start: 5, duration: 15 },
      { start: "0:05", duration: 0, title: "x".repeat(129) },
      { start: 6, duration: 86_400, title: null },
      { duration: [] },
      { start: "00:00:06.000", duration: 15, end: 9 },
    ];
    const refusals = await refusalsOf(withEpisodes(episode("bittern", { ...publicly, soundbites })));
    const at = "pages[0].children[0].children[0].soundbites";
    const time = "seconds, or a time such as 1:02:03.45, below 24 hours";
    expect([...refusals].sort()).toEqual([
      `${at}[1].duration: expected more than 0 seconds`,
      `${at}[1].start: Another soundbite begins at this time.`,
      `${at}[1].title: expected at most 128 characters`,
      `${at}[2].duration: expected ${time}`,
      `${at}[2].title: expected text`,
      `${at}[3].duration: expected ${time}`,
      `${at}[3].start: is required: expected ${time}`,
      `${at}[4].end: unknown key; expected one of start, duration, title`,
      `${at}[4].start: Another soundbite begins at this time.`,
    ]);
  });

  test("needs a podcast above it, and takes no other podcast's season", async () => {
    await makeAudio({ key: "ep1" });
    const lost = { ...publicly, season: { season: "s1" } };
    const other = podcast("other", { children: [episode("bittern", lost)] });
    expect(await refusalsOf(siteWith(podcast("calls", { seasons: [first] }), other))).toEqual([
      "pages[0].children[1].children[0].season.season: the podcast /home/other has no season s1",
    ]);
    const inBlog = { type: "site.Blog", title: "Notes", children: [episode("bittern", publicly)] };
    expect(await refusalsOf(siteWith(inBlog))).toEqual([
      "pages[0].children[0].children[0].type: a site.Episode cannot stand here; expected one of site.Post, site.Page",
    ]);
  });
});

/** The pages of a manifest alone: the files of media are another test's matter. */
const pagesOf = (manifest: Readonly<Record<string, unknown>>): object => ({
  version: 1,
  pages: manifest.pages,
});
