import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { beforeAll, vi } from "vitest";
import { feedRenewal } from "#lib/feed-renewal/renew-feeds.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { type MediaFolder, useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { recordingPath } from "#test/support/recording-path.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { useTable } from "#test/support/table.ts";

/** Where the site of the tests is. */
export const base = "https://notes.example";

/** A post of the blog `notes`. */
export const blogPost = (slug: string, fields: object = {}): object => ({
  type: "site.Post",
  key: slug,
  slug,
  title: `About ${slug}`,
  visible_date: "2026-01-02T03:04:05Z",
  detail: [{ type: "paragraph", value: `<p>The text of ${slug}</p>` }],
  ...fields,
});

/** What the podcast `calls` says of itself. */
const show = {
  guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  artwork: { image: "artwork" },
  subtitle: "Sounds of a marsh",
  author: "Ada and Bo",
  owner: { name: "Ada", email: "ada@notes.example" },
  language: "en-GB",
  categories: ["Science > Nature", "Arts"],
  explicit: false,
  copyright: "© 2026 Field Notes",
  type: "serial",
  funding: [{ url: "https://notes.example/give", text: "Buy us waders" }],
  directories: [
    { name: "Apps & more", url: "https://apps.example/calls?a=1&b=2" },
    { name: "Another", url: "https://other.example/calls" },
  ],
  locked: true,
  license: { name: "cc-by-4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  location: { name: "The marsh", geo: "geo:52.6,1.6", osm: "R113314" },
  update_frequency: { text: "Each spring", rrule: "FREQ=YEARLY" },
  txt: [{ text: "reed-17", purpose: "verify" }, { text: "& more" }],
  new_feed_url: "https://elsewhere.example/calls.rss",
};

/** An episode of the podcast `calls`. */
export const podcastEpisode = (slug: string, fields: object = {}): object => ({
  ...blogPost(slug, fields),
  type: "site.Episode",
  podcast_audio: { audio: "frogs" },
  season: { season: "first" },
  episode_number: 1,
  episode_type: "bonus",
  keywords: "frogs, marsh",
  explicit: 2,
  ...fields,
});

/** The manifest of a site with a blog and a podcast, perhaps with others beside them. */
export const feedSite = (
  {
    posts = [],
    episodes = [],
    others = [],
  }: Readonly<Partial<Record<"posts" | "episodes" | "others", readonly object[]>>>,
  {
    site = {},
    home = {},
    blog = {},
    podcast = {},
  }: Partial<Readonly<Record<"site" | "home" | "blog" | "podcast", object>>> = {},
): object => ({
  version: 1,
  site: { name: "Field Notes", base_url: base, ...site },
  collections: [{ path: "Root" }],
  categories: [{ slug: "birds", name: "Birds & others" }],
  images: [{ key: "artwork", title: "Artwork", file: "artwork.png" }],
  audios: [
    {
      key: "frogs",
      title: "Frogs",
      subtitle: "Before the clocks",
      mp3: "frogs.mp3",
      opus: "frogs.opus",
      chapters: [
        { start: "00:00:00.000", title: "From <afar>", link: "https://notes.example/afar" },
        { start: "00:00:01.500", title: "Near" },
      ],
      transcript: "frogs.json",
    },
    { key: "toads", title: "Toads", opus: "frogs.opus" },
  ],
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      ...home,
      children: [
        { type: "site.Blog", key: "notes", slug: "notes", title: "Notes", children: posts, ...blog },
        {
          type: "site.Podcast",
          key: "calls",
          slug: "calls",
          title: "Calls & cries",
          description: "<p>One <b>marsh</b> sound at a time:</p><p>reed &amp; water.</p>",
          podcast: show,
          seasons: [{ key: "first", number: 1, name: "The first spring" }],
          children: episodes,
          ...podcast,
        },
        ...others,
      ],
    },
  ],
});

/** Puts the files of the site into a folder. */
export const writeSiteFiles = async ({ write }: MediaFolder): Promise<void> => {
  await write("artwork.png", await samplePicture("png", { width: 1400, height: 1400 }));
  await write("frogs.mp3", await readFile(recordingPath("chapters.mp3")));
  await write("frogs.opus", await readFile(recordingPath("chapters.opus")));
  await write(
    "frogs.json",
    JSON.stringify({
      transcripts: [
        {
          start: "00:00:00.000",
          start_ms: 0,
          end_ms: 1500,
          speaker: "Ada",
          text: "Listen --> there & <now>",
        },
        { start: "00:00:01.500", start_ms: 1500, end_ms: 2500, voice: "Bo", text: "A frog." },
      ],
    }),
  );
};

/** Applies a manifest whose files are in a folder. */
export const applyFeedSite = (manifest: object, { path }: MediaFolder) =>
  applyManifest(manifest, { folder: path, prune: true });

/** A blog for people who are signed in, with a post that nobody else may learn of. */
export const closedBlog = {
  type: "site.Blog",
  slug: "closed",
  title: "Closed",
  restriction: { type: "login" },
  children: [blogPost("secret")],
};

/** Gives the test file such a site, and the ids in it; use these inside of tests only. */
export const useFeedSite = (...site: Parameters<typeof feedSite>) => {
  useTable();
  useFiles();
  const folder = useMediaFolder();
  const applied: Partial<Awaited<ReturnType<typeof applyFeedSite>>> = {};
  beforeAll(async () => {
    await writeSiteFiles(folder);
    Object.assign(applied, await applyFeedSite(feedSite(...site), folder));
  });
  return {
    get ids() {
      return applied.ids!;
    },
  };
};

/** Renews all feeds as the job does, in a process that remembers nothing. */
export const renewAfresh = () => feedRenewal()();

/** Renews in a process that is killed before so many changes of the file store. */
export const renewUntil = async (changes: number): Promise<boolean> => {
  const files = await openFiles();
  let left = changes;
  const orKilled =
    <Given extends unknown[], Result>(change: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error("killed")) : change(...given);
    };
  const spies = (["put", "putIfMatch", "delete", "deleteIfMatch"] as const).map((name) => {
    const change = orKilled(files[name] as never);
    return vi.spyOn(files, name).mockImplementation(change as never);
  });
  const isWhole = await renewAfresh().then(
    () => true,
    () => false,
  );
  for (const spy of spies) spy.mockRestore();
  return isWhole;
};

/** A document that everybody may fetch; undefined where there is none. */
export const served = async (path: string): Promise<string | undefined> => {
  const file = await (await openFiles()).get(fileKey(`_feeds/${path}`));
  return file && text(file.body);
};

/** All documents that everybody may fetch, by path. */
export const allServed = async (): Promise<Readonly<Record<string, string>>> => {
  const documents: Record<string, string> = {};
  for await (const { key } of (await openFiles()).list(fileKey("_feeds"))) {
    const path = key.slice("_feeds/".length);
    documents[path] = (await served(path))!;
  }
  return documents;
};
