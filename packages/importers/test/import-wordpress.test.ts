import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useMediaHost } from "./media-host.ts";
import { jpegBytes, mp3Bytes } from "./sample-media.ts";
import { expectPlanned } from "./through-plan.ts";
import { type WordpressItem, wordpressExport } from "./wordpress-export.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();
const picture = "/wp-content/uploads/2019/03/heron.jpg";

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-"));
  host.files.set(picture, jpegBytes("heron"));
});
afterAll(() => rm(work, { recursive: true }));

let folders = 0;

/** `isPlanned` is false for what would only take long. */
const importOf = async (
  items: readonly WordpressItem[],
  { more = "", options = [] as string[], isPlanned = true } = {},
) => {
  const to = join(work, `folder-${++folders}`);
  await writeFile(`${to}.xml`, wordpressExport(host.url, items, more));
  const { status, stdout, stderr } = await lecternIn({}, "", [
    "import",
    "wordpress",
    `${to}.xml`,
    "--to",
    to,
    "--json",
    "--allow-private",
    "--parent",
    `/home/wordpress-${folders}`,
    ...options,
  ]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const report = JSON.parse(stdout);
  if (isPlanned && !report.dry_run) await expectPlanned(service, to, report);
  return {
    report,
    notes: report.notes.map(({ kind, text }: Record<string, string>) => `${kind}: ${text}`) as string[],
    read: (file: string) => readFile(join(to, file), "utf8"),
    to,
  };
};

const heron: WordpressItem = {
  id: 5,
  title: "heron",
  type: "attachment",
  status: "inherit",
  meta: { _wp_attachment_image_alt: "A heron" },
};

/** Of what every export says. */
const ofEveryExport = ["category: author ada: email address ada@example.org", "setting: language: en-US"];

describe("importing an export of WordPress", () => {
  test("brings over blocks, with each picture once", async () => {
    const content = `<!-- wp:paragraph -->
<p>Both pools have <strong>borne</strong>; see <a href="${host.url}/?p=13">the other</a>.</p>
<!-- /wp:paragraph -->

<!-- wp:more -->
<!--more-->
<!-- /wp:more -->

<!-- wp:image {"id":5} -->
<figure class="wp-block-image"><img src="${host.url}${picture.replace(".jpg", "-300x200.jpg")}" alt="Far off" class="wp-image-5"/><figcaption>The <em>heron</em></figcaption></figure>
<!-- /wp:image -->

<!-- wp:gallery --><figure class="wp-block-gallery"><figure><img src="${host.url}${picture}" alt=""/></figure><figure><img src="${host.url}${picture.replace(".jpg", "-1024x768.jpg")}" alt=""/><figcaption>Two</figcaption></figure></figure><!-- /wp:gallery -->
<!-- wp:code --><pre class="wp-block-code"><code lang="js" class="language-js">a &lt; b
[gallery]</code></pre><!-- /wp:code -->
<!-- wp:list --><ul><li>one</li><li>two</li></ul><!-- /wp:list -->`;
    const { read, notes, report } = await importOf([
      { ...heron, attachment: host.url + picture },
      {
        id: 12,
        title: "First ice &#8211; again",
        name: "first-ice",
        content,
        excerpt: "Three <b>hard</b> nights.",
        meta: { _thumbnail_id: "5", _wp_old_slug: "ice" },
        terms: [
          ["category", "birds", "Birds"],
          ["post_tag", "ice", "Ice &amp; snow"],
        ],
      },
      {
        id: 13,
        title: "Other",
        name: "%d0%bb%d1%91%d0%b4",
        date: "2019-03-01 11:00:00",
        gmt: "0000-00-00 00:00:00",
      },
    ]);
    expect(await read("first-ice.md")).toBe(
      [
        ...["---", "title: First ice – again", "date: 2019-03-01T10:00:00Z", "summary: Three hard nights."],
        ...["categories:", "  - birds", "tags:", "  - Ice & snow", "authors:", "  - ada"],
        ...[
          `guid: ${host.url}/?p=12`,
          "cover_alt: A heron",
          "aliases:",
          "  - /2019/03/first-ice/",
          "  - /2019/03/ice/",
        ],
        ...["cover: media/heron.jpg", "---", "", "Both pools have **borne**; see [the other](лёд.md)."],
        ...["", "<!--more-->", "", '![Far off](media/heron.jpg "The heron")', ""],
        ...[
          "![](media/heron.jpg)",
          '![](media/heron.jpg "Two")',
          "",
          "```js",
          "a < b",
          "[gallery]",
          "```",
          "",
          "- one",
          "- two",
          "",
        ],
      ].join("\n"),
    );
    expect(await read("лёд.md")).toContain("aliases:\n  - /2019/03/лёд/\n");
    expect(report.media.map(({ file }: { file: string }) => file)).toEqual(["media/heron.jpg"]);
    expect(notes).toEqual([
      ...ofEveryExport.toReversed(),
      "date: 2019-03-01 11:00:00: has no time zone, and is taken as UTC",
    ]);
    expect(await read("site.yaml")).toContain(
      "categories:\n  - slug: birds\n    name: Birds & bats\nauthors:\n  - slug: ada\n    name: Ada Lovelace\n",
    );
  });

  test("keeps the pictures of tables and all captions, or names what they lose", async () => {
    const content = `<!-- wp:table -->
<figure class="wp-block-table"><table><tr><td>1</td><td><img src="${host.url}${picture}" alt="Heron"/></td></tr></table><figcaption>Counts</figcaption></figure>
<figure class="wp-block-embed"><div>
https://video.example/watch?v=1
</div><figcaption>A video</figcaption></figure>
<figure><img src="${host.url}${picture}"/><figcaption>By <a href="https://x.example/">Bo</a></figcaption></figure>
<div class="wp-block-cover" style="background-image:url(https://x.example/b.jpg)"><p>On it</p></div>
<!-- /wp:table -->`;
    const { read, notes } = await importOf([{ id: 20, title: "Tables", content }]);
    const text = await read("post-20.md");
    for (const kept of ["![Heron](media/heron.jpg)", "Counts", "A video", '"By Bo"', "On it"])
      expect(text).toContain(kept);
    expect(notes.sort()).toEqual([
      ofEveryExport[0],
      "element: background picture: https://x.example/b.jpg",
      "embed: figure: https://video.example/watch?v=1",
      "formatting: a link to https://x.example/ in a caption",
      ofEveryExport[1],
    ]);
    expect(text).toContain("| 1 |  |\n\nTable: Counts\n\n![Heron]");
  });

  test("names every element and field that finds no place, with its post and line", async () => {
    const content = `One line
and another [contact-form-7 id="1"] [sic] [[code]]

Before <img src="${host.url}${picture}" /> after <u>under</u>

[caption id="a" width="9"]<img src="${host.url}${picture}" /> A caption[/caption]
[row][col]Kept[/col][/row]

https://video.example/watch?v=1

<iframe src="https://player.example/e"></iframe>
<table><tr><td>1</td><td><table><tr><td>2</td></tr></table></td></tr></table>
<script>alert(1)</script><!-- a note --><p>H<sub>2</sub>O</p>
<a href="${host.url}/about.pdf">PDF</a>`;
    const { read, notes, report } = await importOf(
      [
        { ...heron, attachment: `${host.url}/unused.jpg` },
        {
          id: 20,
          title: "Classic",
          content,
          comments: 2,
          sticky: true,
          meta: { mood: "calm", _edit_last: "1" },
          terms: [["series", "x", "X"]],
        },
        { id: 21, title: "Secret", password: "reed", content: '<!-- wp:latest-posts {"n":3} /-->' },
        { id: 22, title: "Mine", status: "private" },
        {
          id: 23,
          title: "Half",
          status: "draft",
          name: "",
          gmt: "0000-00-00 00:00:00",
          date: "0000-00-00 00:00:00",
        },
        { id: 24, title: "Gone", status: "trash" },
        { id: 25, title: "About", type: "page", name: "about" },
        { id: 26, title: "Menu", type: "nav_menu_item" },
        { id: 27, title: "Product", type: "product" },
        { id: 28, title: "Twice", name: "classic" },
        { id: 29, title: "Twice", name: "Classic" },
        {
          ...{ id: 31, title: "Someday", status: "future" },
          ...{ gmt: "0000-00-00 00:00:00", date: "0000-00-00 00:00:00" },
        },
        { id: 30, title: "Future", status: "future", date: "2990-01-01 00:00:00", name: "a.b" },
      ],
      {
        more: "<wp:category><wp:category_nicename>owls</wp:category_nicename><wp:category_parent>birds</wp:category_parent><wp:cat_name>Owls</wp:cat_name><wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta></wp:category><wp:odd>1</wp:odd>",
      },
    );
    expect(notes.sort()).toEqual([
      ofEveryExport[0],
      "category: category owls: is below birds",
      "category: color: red",
      "comments: 2 of them",
      'element: block latest-posts: wp:latest-posts {"n":3} /',
      "element: comment: a note",
      "element: script: alert(1)",
      "embed: iframe: https://player.example/e",
      "embed: p: https://video.example/watch?v=1",
      "field: series: X",
      "field: wp:is_sticky: stays on top",
      "field: wp:odd: 1",
      "field: wp:postmeta mood: calm",
      "formatting: u: under",
      expect.stringContaining("inline_picture: http"),
      `link: ${host.url}/about.pdf`,
      "page: authors: ada",
      "password: has a password",
      "post_type: nav_menu_item 26",
      "post_type: product 27",
      "private: is private",
      ofEveryExport[1],
      "shortcode: [col]",
      'shortcode: [contact-form-7 id="1"]',
      "shortcode: [row]",
      "shortcode_text: [sic]",
      "slug: Classic: now Classic-2",
      "slug: a.b: now ab",
      "status: draft",
      "status: future, without a date",
      "status: trash: left out",
      expect.stringMatching(/^table: 1 ?2$/),
      `unused: ${host.url}/unused.jpg`,
    ]);
    const lines = (await readFile(report.notes[0].file, "utf8")).split("\n");
    const lineOf = (kind: string) =>
      lines[report.notes.find((note: { kind: string }) => note.kind === kind).line - 1];
    expect(lineOf("shortcode")).toContain("[contact-form-7");
    expect(lineOf("table")).toContain("<table>");
    expect(lineOf("link")).toContain("about.pdf");
    expect(lineOf("post_type")).toBe("	<item>");
    const text = await read("post-20.md");
    expect(text).toContain(
      "One line\\\nand another \\[sic\\] \\[code\\]\n\nBefore after under\n\n![](media/heron.jpg)\n",
    );
    expect(text).toContain(' "A caption")\n\nKept');
    expect(text).toContain("1\n\n|  |\n| --- |\n| 2 |\n");
    expect(text).toContain("```lectern\ntype: paragraph\nvalue: <p>H<sub>2</sub>O</p>\n```");
    expect(await read("half.md")).toBe(
      `---\ntitle: Half\ndraft: true\nauthors:\n  - ada\nguid: ${host.url}/?p=23\n---\n`,
    );
    for (const file of ["post-21.md", "post-22.md", "post-31.md"])
      expect(await read(file)).toContain("draft: true");
    expect(await read("pages/about.md")).toMatch(/^---\ntype: page\ntitle: About\n/);
    expect(await read("pages/about.md")).not.toMatch(/draft: true|guid:|\ndate:/);
    expect(await read("ab.md")).toContain("date: 2990-01-01T00:00:00Z\n");
  });

  test("makes a podcast of posts with recordings, as plugins for podcasts keep them", async () => {
    host.files.set("/talk.mp3", mp3Bytes("talk"));
    const meta = { enclosure: `${host.url}/talk.mp3\n12\naudio/mpeg\n` };
    const { read } = await importOf([{ id: 40, title: "Talk", name: "talk", meta }]);
    expect(await read("talk.md")).toContain("audio: media/talk.mp3\n");
    expect(await read("site.yaml")).toContain("type: site.Podcast\n");
    expect(await read("site.yaml")).toContain("feed: episodes.rss\n");
  });

  test("reads 1,000 posts, and the same again changes nothing", async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      id: index + 1,
      title: `Post ${index}`,
      content: "<p>Ice.</p>",
    }));
    const { report, to } = await importOf(items, { isPlanned: false });
    expect(report.posts).toHaveLength(1_001);
    expect(report.notes).toHaveLength(ofEveryExport.length);
    const again = await lecternIn({}, "", [
      "import",
      "wordpress",
      `${to}.xml`,
      "--to",
      to,
      "--json",
      "--parent",
      report.parent,
    ]);
    expect(
      new Set(JSON.parse(again.stdout).posts.map(({ outcome }: { outcome: string }) => outcome)),
    ).toEqual(new Set(["unchanged"]));
  });

  test("takes time that grows with the text, whatever stands in it", async () => {
    const texts = [
      "[a ",
      "[caption ",
      "<pre",
      "<!--",
      "[x]",
      "[/x]",
      "<b>",
      "<table><tr><td>",
      "![",
      "<p>[gallery]",
    ];
    const items = texts.map((text, index) => ({ id: index + 1, title: "T", content: text.repeat(5_000) }));
    const { report } = await importOf(items, { options: ["--dry-run"] });
    expect(report.posts).toHaveLength(items.length + 1);
  });
});
