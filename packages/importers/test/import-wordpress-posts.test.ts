import { beforeAll, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useImporting } from "./importing.ts";
import { useMediaHost } from "./media-host.ts";
import { mp3Bytes } from "./sample-media.ts";
import { type WordpressItem, wordpressExport } from "./wordpress-export.ts";

useWorld();
const importing = useImporting();
const host = useMediaHost();

beforeAll(() => {
  host.files.set("/song.mp3", mp3Bytes("song"));
});

const importOf = async (items: readonly WordpressItem[], ...options: string[]) => {
  const text = wordpressExport(host.url, items);
  const { report, notes, read } = await importing.importOf("wordpress", { text }, ...options);
  return { podcast: report.podcast, notes, read };
};

const enclosure = () => ({ enclosure: `${host.url}/song.mp3\n12\naudio/mpeg\n` });

const oneSong = (): readonly WordpressItem[] => [
  { id: 1, title: "One", name: "one", content: "<p>Words.</p>" },
  { id: 2, title: "Two", name: "two", content: "<p>More words.</p>" },
  { id: 3, title: "Song", name: "song", content: `<p>Hear it.</p>`, meta: enclosure() },
];

test("one enclosure among posts leaves a blog, with the recording in its text and the feed of posts", async () => {
  const { podcast, read, notes } = await importOf(oneSong());
  expect(podcast).toBe(false);
  const site = await read("site.yaml");
  expect(site).toContain("type: site.Blog\n");
  expect(site).toContain("feed: posts.rss\n");
  const song = await read("song.md");
  expect(song).not.toContain("\naudio:");
  expect(song).toMatch(
    /\n\nHear it\.\n\n```lectern\ntype: audio\nvalue:\n {2}file: media\/song\.mp3\n```\n$/,
  );
  expect(notes.filter((note) => note.startsWith("unheard"))).toEqual([]);
});

test("--podcast makes a podcast of the same posts, and names those that its feeds lack", async () => {
  const { podcast, read, notes } = await importOf(oneSong(), "--podcast");
  expect(podcast).toBe(true);
  expect(await read("site.yaml")).toContain("feed: episodes.rss\n");
  expect(await read("song.md")).toContain("\naudio: media/song.mp3\n");
  expect(notes.filter((note) => note.startsWith("unheard"))).toEqual(
    Array(2).fill("unheard: has no recording"),
  );
});

test("most posts with a recording are a podcast, but for --blog", async () => {
  const items = [1, 2, 3].map((id) => ({ id, title: `Song ${id}`, name: `song-${id}`, meta: enclosure() }));
  const mixed = [...items, { id: 4, title: "News", name: "news", content: "<p>News.</p>" }];
  expect((await importOf(mixed)).podcast).toBe(true);
  const { podcast, read } = await importOf(mixed, "--blog");
  expect(podcast).toBe(false);
  expect(await read("song-1.md")).toContain("file: media/song.mp3\n");
});

test("both options at once are a mistake", async () => {
  const { status, stderr } = await lecternIn({}, "", [
    "import",
    "rss",
    "x",
    "--to",
    "y",
    "--blog",
    "--podcast",
  ]);
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("exclude each other"),
  });
});

test("footnotes that WordPress keeps beside the text stand in it as footnotes", async () => {
  const mark = (id: string, number: number) =>
    `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`;
  const content = `<!-- wp:paragraph --><p>First${mark("a-1", 1)}, <em>second${mark("b-2", 2)}</em>.</p><!-- /wp:paragraph -->
<!--more-->
<!-- wp:paragraph --><p>First again${mark("a-1", 1)}.</p><!-- /wp:paragraph -->
<!-- wp:footnotes {"className":"x"} /-->
<!-- wp:paragraph --><p>The end.</p><!-- /wp:paragraph -->`;
  const footnotes = JSON.stringify([
    { id: "a-1", content: 'The <strong>words</strong> of it, <a href="https://x.example/">there</a>.' },
    { id: "b-2", content: "Other words." },
  ]);
  const { read, notes } = await importOf([
    { id: 1, title: "Notes", name: "notes", content, meta: { footnotes } },
  ]);
  const text = await read("notes.md");
  expect(text.slice(text.indexOf("\n\n") + 2)).toBe(
    [
      ...["First[^1], *second[^2]*.", "", "<!--more-->", "", "First again[^1].", "", "The end.", ""],
      ...["[^1]: The **words** of it, [there](https://x.example/).", "[^2]: Other words.", ""],
    ].join("\n"),
  );
  expect(notes.filter((note) => /footnotes|link/.test(note))).toEqual([]);
});

test("links within a page lead to its headings, and those that lead nowhere are told and become text", async () => {
  const own = `${host.url}/2019/03/page/`;
  const content = `<p><a href="#setup">Set up</a>, <a href="${own}#setup">again</a>, <a href="#lost">lost</a>.</p>
<h2><a id="setup"></a>Setup</h2><p>Text H<sub>2</sub>O<sup><a href="#n1" id="r1">1</a></sup>.</p><h3>Notes</h3><p id="n1"><a href="#r1">↑</a> A note.</p>`;
  const { read, notes } = await importOf([
    { id: 1, title: "Page", name: "page", content, status: "publish" },
  ]);
  const text = await read("page.md");
  expect(text).toContain("[Set up](#setup), [again](#setup), lost.");
  // Markdown has no word for what is lowered, so that the mark of the note is not read there.
  expect(text).toContain("<p>Text H<sub>2</sub>O[1].</p>");
  expect(text).toMatch(/\n### Notes\n\n\\\[1\\\] A note\.\n$/);
  expect(notes).toContain("link: #lost: no heading has this id");
});

test("headings keep ids that are not those of their texts, and lists their first number", async () => {
  const content = `<h2 id="install">How to install it</h2><p>See <a href="#install">above</a> and <a href="#usual-one">below</a>.</p>
<h3 id="usual-one">Usual one</h3><ol start="4"><li>four</li><li>five</li></ol>`;
  const { read } = await importOf([{ id: 1, title: "Ids", name: "ids", content }]);
  const text = await read("ids.md");
  expect(text.slice(text.indexOf("\n\n") + 2)).toBe(
    [
      ...["## How to install it {#install}", "", "See [above](#install) and [below](#usual-one).", ""],
      ...["### Usual one", "", "4. four", "5. five", ""],
    ].join("\n"),
  );
  expect(await read("site.yaml")).toContain("- ol-start\n");
});

test("posts with days that there are not, or without a date, are drafts and told; several authors stay several", async () => {
  const none = "0000-00-00 00:00:00";
  const { read, notes } = await importOf([
    { id: 1, title: "Never", name: "never", date: none, gmt: none },
    { id: 2, title: "Leap", name: "leap", date: "2023-02-31 10:00:00", gmt: "2023-02-31 10:00:00" },
    {
      ...{ id: 3, title: "Together", name: "together" },
      terms: [
        ["author", "cap-ada", "ada"],
        ["author", "cap-bo-li", "Bo Li"],
      ],
    },
  ]);
  expect(await read("never.md")).toContain("\ndraft: true\n");
  expect(await read("leap.md")).toContain("\ndraft: true\n");
  expect(await read("together.md")).toContain("authors:\n  - ada\n  - bo-li\n");
  expect(await read("together.md")).not.toContain("draft");
  expect(await read("site.yaml")).toContain("- slug: bo-li\n    name: Bo Li\n");
  expect(notes.filter((note) => /^(?:status|date)/.test(note)).sort()).toEqual([
    "date: 2023-02-31 10:00:00 Z: no date that can be read",
    "status: publish, without a date",
    "status: publish, without a date",
  ]);
});
