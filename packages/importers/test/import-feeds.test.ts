import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useImporting } from "./importing.ts";
import { useMediaHost } from "./media-host.ts";
import { artwork, jpegBytes, mp3Bytes } from "./sample-media.ts";

useWorld();
const importing = useImporting();
const host = useMediaHost();

beforeAll(async () => {
  host.files.set("/heron.jpg", jpegBytes("heron"));
  host.files.set("/art.jpg", await artwork());
  host.files.set("/song.mp3", mp3Bytes("song"));
});

const importOf = (feed: string, ...options: string[]) =>
  importing.importOf("rss", { text: feed }, ...options);

const atom = (entries: string, more = "") => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xmlns:app="http://www.w3.org/2007/app" xml:lang="en">
<generator uri="https://jekyllrb.com/" version="4.3">Jekyll</generator>
<link href="${host.url}/atom.xml" rel="self" type="application/atom+xml" /><link href="${host.url}/" rel="alternate" type="text/html" />
<updated>2024-01-03T00:00:00+00:00</updated><id>${host.url}/atom.xml</id>
<title type="html">Marsh &amp;amp; Reed</title><subtitle>What we see</subtitle><author><name>Ada</name></author>
${more}${entries}</feed>
`;

test("a feed in Atom becomes posts, with each kind of text, links, dates, ids, authors and categories", async () => {
  const { read, notes, report } = await importOf(
    atom(`<entry><title type="html">One &amp;lt; two</title><link href="${host.url}/2024/one.html" rel="alternate" type="text/html" title="One"/>
<published>2024-01-02T10:00:00+01:00</published><updated>2024-01-03T10:00:00Z</updated><id>${host.url}/2024/one</id>
<content type="html" xml:base="${host.url}/2024/one.html">&lt;p&gt;See &lt;a href="two.html"&gt;two&lt;/a&gt;.&lt;/p&gt;&lt;p&gt;&lt;img src="/heron.jpg"/&gt;&lt;/p&gt;</content>
<author><name>Bo</name><email>bo@example.org</email></author><author><name>Cy</name></author>
<category term="ice"/><category term="b" label="Bird life"/><summary type="html">&lt;p&gt;In short&lt;/p&gt;</summary>
<media:content medium="image" url="${host.url}/heron.jpg"/></entry>
<entry><title>Two</title><link href="${host.url}/2024/two.html"/><updated>2024-01-01T00:00:00Z</updated><id>tag:old.example,2024:2</id>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>A <em>b</em> &lt; c<br/>d</p>
<pre>x
  y</pre></div></content></entry>
<entry><title>Three</title><link href="${host.url}/2024/three.html"/><published>2024-02-31T00:00:00Z</published><updated>2024-02-01T00:00:00Z</updated><id>urn:3</id>
<content type="text">Plain &lt;words&gt;

Second</content><rights>Mine</rights></entry>
<entry><title>Four</title><updated>2024-01-01T00:00:00Z</updated><id>urn:4</id><app:control><app:draft>yes</app:draft></app:control><summary>Only this</summary>
<link rel="enclosure" type="audio/mpeg" href="${host.url}/song.mp3"/><link rel="enclosure" type="video/mp4" href="https://v.example/1.mp4"/></entry>`),
  );
  expect(report.podcast).toBe(false);
  expect(await read("one.md")).toBe(
    [
      ...["---", "title: One < two", "date: 2024-01-02T09:00:00Z", "summary: In short", "tags:", "  - ice"],
      ...["  - Bird life", "authors:", "  - bo", "  - cy", `guid: ${host.url}/2024/one`, "aliases:"],
      ...["  - /2024/one.html", "cover: media/heron.jpg", "---", "", "See [two](two.md).", ""],
      ...["![](media/heron.jpg)", ""],
    ].join("\n"),
  );
  const two = await read("two.md");
  expect(two).toContain("authors:\n  - ada\nguid: tag:old.example,2024:2\n");
  expect(two).toMatch(/\n\nA \*b\* &lt; c\\\nd\n\n```\nx\n {2}y\n```\n$/);
  expect(await read("three.md")).toMatch(/draft: true\n[\s\S]*\n\nPlain &lt;words&gt;\n\nSecond\n$/);
  expect(await read("four.md")).toMatch(/draft: true\n[\s\S]*\n\nOnly this\n\n```lectern\ntype: audio\n/);
  expect(await read("site.yaml")).toContain("from: /atom.xml\n");
  expect(await read("site.yaml")).toContain("title: Marsh & Reed\n");
  expect(notes.sort()).toEqual([
    "date: 2024-02-31T00:00:00Z: no date that can be read",
    "field: enclosure: https://v.example/1.mp4",
    "field: rights: Mine",
    "status: draft",
    "status: draft, because of its date",
  ]);
});

test("Blogger's export has posts, pages and comments by their kinds", async () => {
  const kind = (name: string) =>
    `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
  const entry = (name: string, title: string) =>
    `<entry><id>tag:blogger.com,1999:${title}</id><published>2024-01-01T00:00:00Z</published>${kind(name)}<title type="text">${title}</title><content type="html">&lt;p&gt;x&lt;/p&gt;</content></entry>`;
  const { report, read, notes } = await importOf(
    atom(
      [entry("post", "A"), entry("page", "About"), entry("comment", "No"), entry("settings", "S")].join(""),
    ),
  );
  expect(report.posts.map(({ file }: { file: string }) => file)).toEqual([
    "pages/about.md",
    "a.md",
    "site.yaml",
  ]);
  expect(await read("a.md")).not.toContain("tags:");
  expect(await read("pages/about.md")).toBe(
    "---\ntype: page\ntitle: About\npublishDate: 2024-01-01T00:00:00Z\n---\n\nx\n",
  );
  expect(notes.sort()).toEqual(["comments: a comment", "page: authors: ada", "post_type: settings S"]);
});

test("most entries with a recording make a podcast, in Atom and in JSON", async () => {
  const sound = `<entry><title>Song</title><id>urn:s</id><updated>2024-01-01T00:00:00Z</updated><link rel="enclosure" type="audio/mpeg" href="${host.url}/song.mp3"/></entry>`;
  const { report, read } = await importOf(atom(sound));
  expect(report.podcast).toBe(true);
  expect(await read("song.md")).toContain("audio: media/song.mp3\n");
});

test("a feed in JSON becomes posts", async () => {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title: "Marsh",
    home_page_url: `${host.url}/`,
    feed_url: `${host.url}/feed.json`,
    language: "en",
    authors: [{ name: "Ada" }],
    items: [
      {
        id: 7,
        url: `${host.url}/one/`,
        title: "One",
        content_html: `<p>See <a href="/two/">two</a></p>`,
        summary: "Less < more",
        date_published: "2024-01-02T10:00:00Z",
        tags: ["ice"],
        image: `${host.url}/heron.jpg`,
        banner_image: "https://x.example/b.jpg",
      },
      {
        id: "urn:2",
        url: `${host.url}/two/`,
        content_text: "Plain & simple\n\nSecond",
        author: { name: "Bo" },
      },
    ],
  };
  const { read, notes } = await importOf(JSON.stringify(feed, null, 1));
  expect(await read("one.md")).toBe(
    [
      ...["---", "title: One", "date: 2024-01-02T10:00:00Z", "summary: Less < more", "tags:", "  - ice"],
      ...["authors:", "  - ada", 'guid: "7"', "aliases:", "  - /one/", "cover: media/heron.jpg", "---", ""],
      ...["See [two](two.md)", ""],
    ].join("\n"),
  );
  expect(await read("two.md")).toMatch(/authors:\n {2}- bo\n[\s\S]*\n\nPlain &amp; simple\n\nSecond\n$/);
  expect(notes.sort()).toEqual([
    "date: has no date",
    "field: banner_image: https://x.example/b.jpg",
    "field: language: en",
  ]);
});

test.each([
  ["{", "is not JSON"],
  ["{}", "is no feed: it names no version of JSON Feed"],
  ["<feed><entry>", "is not closed; is the file complete?"],
  ["<opml/>", "This is no RSS or Atom feed: its first element is <opml>."],
])("refuses %s", async (feed, message) => {
  const file = join(importing.work, "refused.feed");
  await writeFile(file, feed);
  const { status, stderr } = await lecternIn({}, "", [
    "import",
    "rss",
    file,
    "--to",
    join(importing.work, "none"),
  ]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) });
});
