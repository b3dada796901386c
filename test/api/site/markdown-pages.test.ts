// Proves contract rules: markdown-pages, llms-text.

import { Marked } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readLlms } from "#lib/routes/site-crawling.ts";
import { base, blogPost, closedBlog, podcastEpisode, useFeedSite } from "#test/lib/feed-renewal/feed-site.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";

const one = blogPost("one", {
  title: "Reed * and _sedge_",
  search_description: "At the <edge>",
  tags: ["Marsh"],
  overview: [
    {
      type: "paragraph",
      value: `<p>Seen from <a href="/notes/two/">the hide</a> &amp; <b>heard</b>.</p>`,
    },
  ],
  detail: [
    { type: "code", value: { language: "sh", source: "echo '`reed`'\n" } },
    { type: "gallery", value: [{ image: "artwork", caption: "A | B" }] },
    { type: "audio", value: { audio: "frogs" } },
  ],
});

const emptyBlog = { type: "site.Blog", slug: "empty", title: "Empty", children: [] };

useFeedSite(
  { posts: [one, blogPost("two")], episodes: [podcastEpisode("frogs")], others: [closedBlog, emptyBlog] },
  { home: { introduction: `<p>A <b>walk</b> to <a href="/notes/">the reeds</a>.</p>` } },
);

const read = (path: string, accept = "*/*", headers: Readonly<Record<string, string>> = {}) =>
  visit(path, { headers: { accept, ...headers } });

const textOf = async (path: string, accept?: string): Promise<string> => {
  const { status, headers, text } = await read(path, accept);
  expect([path, status, headers["content-type"]]).toEqual([path, 200, "text/markdown; charset=utf-8"]);
  return text;
};

describe("the text of a page", () => {
  test("is at its address with .md, with what is known of it, and no notation but its own", async () => {
    const text = await textOf("/notes/one.md");
    expect(text).toMatch(
      /^# Reed \\\* and \\_sedge\\_\n\n> At the &lt;edge&gt;\n\n- Published: \d{4}-\d\d-\d\d\n/,
    );
    expect(text).toContain(`- In: [Notes](${base}/notes.md)\n`);
    expect(text).toContain(`Seen from [the hide](<${base}/notes/two/>) &amp; **heard**.`);
    expect(text).toContain("```sh\necho '`reed`'\n");
    expect(text).toMatch(/!\[[^\]]*\]\(<https:\/\/[^>]+\.(webp|png)>\)/);
    expect(text).toContain("A | B");
    expect(text).toMatch(/https:\/\/[^\s>]+\/frogs\.(mp3|opus)/);
  });

  test("of an episode names its recording", async () => {
    expect(await textOf("/calls/frogs.md")).toMatch(
      new RegExp(`- Audio: ${base}/media/audios/\\d+/\\w+/frogs\\.mp3\\n`),
    );
  });

  test("of a blog lists its posts, that of the front page its blogs", async () => {
    const blog = await textOf("/notes.md");
    expect(blog).toContain(`- [Reed \\* and \\_sedge\\_](${base}/notes/one.md): `);
    const front = await textOf("/index.md");
    for (const path of ["/notes.md", "/calls.md", "/notes/one.md"])
      expect(front).toContain(`(${base}${path})`);
    expect(front).not.toMatch(/closed|secret/i);
  });

  test("of the front page has the text that stands above its lists", async () => {
    expect(await textOf("/index.md")).toContain(`\n\nA **walk** to [the reeds](<${base}/notes/>).\n\n- [`);
  });

  test("of a podcast's page for subscribers names its feeds and where else it is", async () => {
    const text = await textOf("/calls/subscribe.md");
    expect(text).toMatch(/^# Subscribe to Calls &amp; cries\n/);
    expect(text).toContain(`(${base}/calls.md)`);
    expect(text).toMatch(/\(<https:\/\/notes\.example\/_feeds\/\d+\/episodes\.rss>\)/);
    expect(text).toContain("(<https://apps.example/calls?a=1&b=2>)");
    expect((await read("/notes/subscribe.md")).status).toBe(404);
    expect((await read("/closed/subscribe.md")).status).toBe(302);
  });

  test.each([
    ["/index.md?search=%3F%3F", "“??” has no words to search for, so no post matches."],
    ["/notes.md?search=%3F%3F", "“??” has no words to search for"],
    ["/notes.md?date_facets=never", "“never” is not a month, such as 2025-02. This filter was left out."],
  ])("of %s says what is wrong with what was sought, as the page does", async (address, problem) => {
    expect(await textOf(address)).toContain(`\n\n${problem}`);
    const page = address.replace("/index.md", "/").replace(".md", "/");
    expect((await read(page, "text/html")).text).toContain(problem);
  });

  test("of a list without posts says so", async () => {
    for (const address of ["/notes.md?search=bittern", "/index.md?search=bittern"])
      expect(await textOf(address)).toMatch(/\n\nNo posts match\.\n$/);
    expect(await textOf("/empty.md")).toMatch(/\n\nThere are no posts yet\.\n$/);
  });

  test("is Markdown that says the same as the page", async () => {
    const html = new Marked().parse(await textOf("/notes/one.md")) as string;
    expect(html).toContain("<h1>Reed * and _sedge_</h1>");
    expect(html).toContain(
      `Seen from <a href="${base}/notes/two/">the hide</a> &amp; <strong>heard</strong>.`,
    );
    expect(html).toMatch(/<img src="https:[^"]+" alt="Artwork"/);
  });

  test("is none for strangers where the page is not theirs, or not there", async () => {
    for (const path of ["/closed.md", "/closed/secret.md"]) {
      const { status, text } = await read(path);
      expect([path, status]).toEqual([path, 302]);
      expect(text).not.toContain("secret");
    }
    for (const path of ["/notes/absent.md", "/.md", "/notes/.md", "/notes/one.md.md", "/absent/index.md"])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});

describe("search engines", () => {
  const toldOf = async (address: string) => {
    const { headers } = await read(address);
    return [headers.link, headers["x-robots-tag"]];
  };

  test.each([
    ["/index.md", "/"],
    ["/notes.md", "/notes/"],
    ["/notes/one.md", "/notes/one/"],
    ["/calls/subscribe.md", "/calls/subscribe/"],
  ])("are led from %s to the page", async (address, page) => {
    expect(await toldOf(address)).toEqual([`<${base}${page}>; rel="canonical"`, undefined]);
  });

  test("are asked not to index the text of a page that they are not to index", async () => {
    for (const address of ["/index.md?search=frog", "/notes.md?search=frog", "/notes.md?date_facets=never"])
      expect([address, ...(await toldOf(address))]).toEqual([address, undefined, "noindex"]);
  });
});

describe("whoever accepts Markdown gets it at the page's own address", () => {
  test.each([
    ["text/markdown", true],
    ["text/markdown, text/html, */*", true],
    ["text/html;q=0.8, text/markdown", true],
    ["text/html, text/markdown;q=0.9", false],
    ["text/markdown;q=0, text/html", false],
    ["text/html,application/xhtml+xml,*/*;q=0.8", false],
    ["*/*", false],
    ["text/*", false],
  ])("Accept: %s", async (accept, isMarkdown) => {
    const { status, headers } = await read("/notes/one/", accept);
    const type = isMarkdown ? "text/markdown; charset=utf-8" : "text/html; charset=utf-8";
    expect([status, headers["content-type"], headers.vary]).toEqual([200, type, "Accept"]);
  });

  test("and no other form of the page, whichever was asked for first", async () => {
    const forms = ["text/html", "text/markdown", "text/html", "text/markdown"];
    const tags = [];
    for (const accept of forms) {
      const { headers, text } = await read("/notes/two/", accept);
      expect(text.startsWith("<!")).toBe(accept === "text/html");
      tags.push(headers.etag);
    }
    expect([tags[0], tags[1]]).toEqual([tags[2], tags[3]]);
    expect(tags[0]).not.toBe(tags[1]);
    expect((await read("/notes/two/", "text/markdown", { "if-none-match": tags[1]! })).status).toBe(304);
    expect((await read("/notes/two/", "text/html", { "if-none-match": tags[1]! })).status).toBe(200);
  });
});

describe("/llms.txt", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("names the blogs and posts that strangers may see, as Markdown", async () => {
    const { status, headers, text } = await call(readLlms);
    expect([status, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(text).toMatch(/^# Field Notes\n/);
    for (const path of ["/notes.md", "/notes/one.md", "/notes/two.md", "/calls.md", "/calls/frogs.md"])
      expect(text).toContain(`(${base}${path})`);
    expect(text).not.toMatch(/closed|secret/i);
  });

  test("leads to texts that are there", async () => {
    const { text } = await call(readLlms);
    const paths = Array.from(text.matchAll(/\(https:\/\/[^/]+(\/[^)]*\.md)\)/g), ([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) await textOf(path);
  });
});
