import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withAddresses } from "../../../cli/publish/body/addresses-in-text.ts";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useImporting } from "./importing.ts";
import { jpegBytes, pngBytes } from "./sample-media.ts";

useWorld();
const importing = useImporting();

const importOf = (kind: "hugo" | "jekyll", files: Readonly<Record<string, string | Buffer>>) =>
  importing.importOf(kind, { files });

const post = (body: string, ...lines: string[]) => ["---", ...lines, "---", "", body, ""].join("\n");

describe("the addresses in a text", () => {
  const rewritten = (markdown: string) =>
    withAddresses(markdown, {
      mediaTo: (address) =>
        address.includes("gone") ? { link: `https://o.example/${address}` } : { file: `m/${address}` },
      linkTo: (address) => (address.startsWith("#") ? undefined : `l/${address}`),
    });

  test.each([
    ["a picture whose text wraps", '![A b\nc](a.png "T")', '![A b\nc](m/a.png "T")'],
    ["a picture by reference", "![][p] ![p]\n\n[p]: a.png 'T'", "![][p] ![p]\n\n[p]: m/a.png 'T'"],
    ["a link by reference", "[x][r] [R][]\n\n[r]: <b c.md>", "[x][r] [R][]\n\n[r]: <l/b c.md>"],
    ["a picture in a link", "[![a](a.png)](b.md)", "[![a](m/a.png)](l/b.md)"],
    ["brackets in its text", "[![a \\] b](a.png)](b.md)", "[![a \\] b](m/a.png)](l/b.md)"],
    ["spaces and parentheses", "![a](<a b.png>) [c](d_(e).md)", "![a](<m/a b.png>) [c](<l/d_(e).md>)"],
    [
      "code, which stays",
      "`![a](a.png)` ![a](a.png)\n\n    [x](y)\n\n```\n[x](y)\n```\n[x](y)",
      "`![a](a.png)` ![a](m/a.png)\n\n    [x](y)\n\n```\n[x](y)\n```\n[x](l/y)",
    ],
    [
      "a quote, a list and a table",
      "> ![a\n> b](a.png)\n\n- [x](y)\n\n  ![z](z.png)\n\n| a |\n| - |\n| [t](u) |",
      "> ![a\n> b](m/a.png)\n\n- [x](l/y)\n\n  ![z](m/z.png)\n\n| a |\n| - |\n| [t](l/u) |",
    ],
    [
      "raw HTML",
      '<p><a href=\'x\'>X</a>\n<img src=a.png alt="A"></p>\n\nIn <a href="y">line</a>',
      '<p><a href="l/x">X</a>\n<img src="m/a.png" alt="A"></p>\n\nIn <a href="l/y">line</a>',
    ],
    [
      "links within the page and escapes",
      "[a](#b) \\[x](y) <https://x.example/>",
      "[a](#b) \\[x](y) <https://x.example/>",
    ],
    [
      "pictures that are gone",
      "![a](gone.png) ![](gone.gif 'T')\n\n![][g]\n\n<img src=\"gone.jpg\" alt='x'>\n\n[g]: gone.webp",
      '[a](https://o.example/gone.png) [gone.gif](https://o.example/gone.gif) T\n\n[gone.webp][g]\n\n<a href="https://o.example/gone.jpg">x</a>\n\n[g]: https://o.example/gone.webp',
    ],
    [
      "pictures that are gone, whose captions have parentheses and marks",
      "![a](gone.png 'One (1) *b*').\n\n![c][d]\n\n[d]: gone.gif \"Two\"",
      '[a](https://o.example/gone.png) One (1) \\*b\\*.\n\n[c][d] Two\n\n[d]: https://o.example/gone.gif "Two"',
    ],
    [
      "a footnote",
      "a[^1]\n\n[^1]: See [x](y)\n    and ![b](b.png)",
      "a[^1]\n\n[^1]: See [x](l/y)\n    and ![b](m/b.png)",
    ],
  ])("of %s", (_, markdown, expected) => {
    expect(rewritten(markdown)).toBe(expected);
  });
});

test("HTML, scripts and attribute lists in Markdown stay, and the report says what publish will make of them", async () => {
  const body = `Press <kbd>Ctrl</kbd>.<br>Next <em>line</em>.

<style>
.x { color: red }
</style>

<script>
hello();
</script>

<iframe src="https://video.example/1"></iframe>

<div markdown="1">
A *note*.
</div>

After.`;
  const { bodyOf, notes } = await importOf("jekyll", {
    "_config.yml": "url: https://old.example\n",
    "_posts/2026-01-12-one.md": post(body, "title: One"),
  });
  expect(await bodyOf("one.md")).toBe(`${body}\n`);
  expect(notes.filter((note) => note.startsWith("element"))).toEqual([]);
  for (const said of [/kbd is not kept/, /style is not kept/, /script is not kept/, /iframe is a link now/])
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^read: .*${said.source}`)));
});

test("what publish will say is named with its line in the old file", async () => {
  const text = "---\ntitle: One\n---\n\n\nText.\n\n<script>x()</script>\n";
  const { report } = await importOf("jekyll", { "_config.yml": "", "_posts/2026-01-12-one.md": text });
  const note = report.notes.find(({ kind }: { kind: string }) => kind === "read");
  expect(text.split("\n")[note.line - 1]).toBe("<script>x()</script>");
});

test("links to files that are not imported lead to the old site and are told, because publish would refuse them", async () => {
  const { bodyOf, notes } = await importOf("hugo", {
    "hugo.toml": 'baseURL = "https://old.example/"\n',
    "content/posts/one.md": post("[paper](paper.pdf), [lost](lost.md#part), [two](two.md)", "title: One"),
    "content/posts/two.md": post("Two.", "title: Two"),
    "content/posts/paper.pdf": "pdf",
  });
  expect(await bodyOf("one.md")).toContain(
    "[paper](https://old.example/posts/one/paper.pdf), [lost](https://old.example/posts/one/lost.md#part), [two](two.md)",
  );
  expect(notes.filter((note) => note.startsWith("link: ")).sort()).toEqual([
    "link: https://old.example/posts/one/lost.md#part",
    "link: https://old.example/posts/one/paper.pdf",
  ]);
});

test("templates are what publish makes of them: what is shown stays, what is none of the text is told", async () => {
  const { bodyOf, notes } = await importOf("jekyll", {
    "_config.yml": "url: https://old.example\npermalink: /:title/\n",
    "_posts/2026-01-12-one.md": post(
      [
        "{% raw %}{{ shown }}{% endraw %}{% comment %}secret{% endcomment %} and `{{ code }}`.",
        "",
        "See [two]({% post_url 2026-01-13-two %}) and [a paper]({% link papers/a.pdf %}).",
        "",
        "{% highlight ruby %}",
        "puts 1",
        "{% endhighlight %}",
        "",
        "Wide.",
        "{: .wide }",
        "",
        "{% youtube abc %} here.",
      ].join("\n"),
      "title: One",
    ),
    "_posts/2026-01-13-two.md": post("Two.", "title: Two"),
  });
  expect(await bodyOf("one.md")).toBe(
    [
      "&#123;&#123; shown }} and `{{ code }}`.",
      "",
      "See [two](two.md) and [a paper](/papers/a.pdf).",
      "",
      ...["```ruby", "puts 1", "```", "", "Wide.", "{: .wide }", ""],
      "<https://www.youtube.com/watch?v=abc> here.",
      "",
    ].join("\n"),
  );
  expect(notes.toSorted()).toEqual([
    "element: comment: {% comment %}secret{% endcomment %}",
    "embed: youtube: https://www.youtube.com/watch?v=abc",
    "link: https://old.example/papers/a.pdf",
    "read: The attributes {: .wide } are not kept.",
  ]);
});

test("settings that cannot be read stop the import, which names their file", async () => {
  const source = join(importing.work, "broken");
  await mkdir(source);
  await writeFile(join(source, "_config.yml"), "title: [\n");
  const args = ["import", "jekyll", source, "--to", join(importing.work, "broken-folder")];
  const { status, stdout, stderr } = await lecternIn({}, "", args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("broken/_config.yml cannot be read: ");
});

describe("the settings of Hugo", () => {
  test("are read from config/_default, each file below its key, over those at the root", async () => {
    const { read, notes } = await importOf("hugo", {
      "hugo.yaml": "title: Other\nbaseurl: https://old.example/\n",
      "config/_default/hugo.toml": 'title = "Marsh"\n[permalinks]\nnews = "/:year/:slug/"\n',
      "config/_default/permalinks.json": '{"post": "/:year/:month/:day/:slug/"}',
      "config/_default/params.yaml": "author: Ada\n",
      "config/_default/menus.de.toml": '[[main]]\nname = "Start"\n',
      "config/staging/hugo.toml": 'title = "Live"\n',
      "data/birds.yaml": "- heron\n",
      "content/post/first.md": post("Text.", "title: First", "date: 2024-01-02"),
      "content/news/second.md": post("Text.", "title: Second", "date: 2024-01-02"),
    });
    expect(await read("first.md")).toContain(
      "guid: https://old.example/2024/01/02/first/\naliases:\n  - /2024/01/02/first/\n",
    );
    expect(await read("second.md")).toContain("aliases:\n  - /2024/second/\n");
    expect(await read("site.yaml")).toContain("title: Marsh\n");
    expect(notes.sort()).toEqual([
      'setting: languages.de.menu.main: [{"name":"Start"}]',
      "setting: params.author: Ada",
      "unread: config/staging/hugo.toml: settings of another environment",
      "unread: data/: templates or data of the old site",
    ]);
  });

  test("say which languages there are, by folders and by names of files", async () => {
    const { read, report, notes } = await importOf("hugo", {
      "hugo.toml":
        'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n[languages.en]\n[languages.de]\n[languages.fr]\ncontentDir = "content/french"\n',
      "content/posts/ice.md": post("Ice.", "title: Ice"),
      "content/posts/ice.de.md": post("Eis.", "title: Eis"),
      "content/posts/reed/index.de.md": post("![](a.jpg)", "title: Schilf"),
      "content/posts/reed/a.jpg": jpegBytes("a"),
      "content/french/posts/glace.md": post("Glace.", "title: Glace"),
      "content/posts/v1.2.md": post("Version.", "title: Version"),
    });
    const files = report.posts.map(({ file }: { file: string }) => file).sort();
    expect(files).toEqual(["glace-fr.md", "ice-de.md", "ice.md", "reed-de.md", "site.yaml", "v12.md"]);
    expect(await read("ice-de.md")).toContain("aliases:\n  - /de/posts/ice/\n");
    expect(await read("glace-fr.md")).toContain("aliases:\n  - /fr/posts/glace/\n");
    expect(await read("ice.md")).toContain("aliases:\n  - /posts/ice/\n");
    expect(await read("reed-de.md")).toContain("![](media/a.jpg)");
    expect(notes.filter((note) => note.startsWith("field: language")).sort()).toEqual([
      "field: language: de",
      "field: language: de",
      "field: language: fr",
    ]);
  });
});

test("what belongs to a page of Hugo with an index.md is no post, and is told", async () => {
  const { notes, report } = await importOf("hugo", {
    "hugo.toml": 'title = "S"\n',
    "content/notes/ice/index.md": post("Ice.", "title: Ice"),
    "content/notes/ice/counts.md": post("Counts.", "title: Counts"),
    "content/notes/ice/old/index.md": post("Old.", "title: Old"),
    "content/notes/thaw.md": post("Thaw.", "title: Thaw"),
    "content/notes/_index.md": post("All.", "title: Notes"),
  });
  const files = report.posts.map(({ file }: { file: string }) => file).sort();
  expect(files).toEqual(["ice.md", "site.yaml", "thaw.md"]);
  expect(notes.filter((note) => note.startsWith("post_type"))).toEqual([
    "post_type: content/notes/_index.md",
    "post_type: content/notes/ice/counts.md",
    "post_type: content/notes/ice/old/index.md",
  ]);
});

test("settings of Hugo for builds count more, and Jekyll's defaults give tags, categories and addresses", async () => {
  const text = post("Text.", "title: One");
  const hugo = await importOf("hugo", {
    "hugo.toml": 'baseURL = "http://localhost:1313/"\n',
    "config/production/hugo.toml": 'baseURL = "https://old.example/"\n[[cascade]]\ndraft = true\n',
    "content/posts/one.md": text,
  });
  expect(await hugo.read("one.md")).toContain("guid: https://old.example/posts/one/\n");
  expect(await hugo.read("one.md")).toContain("draft: true\n");
  const jekyll = await importOf("jekyll", {
    "_config.yml":
      "url: https://old.example\ndefaults:\n- {scope: {path: ''}, values: {permalink: /w/:title/, tags: [ice], categories: walks}}\n",
    "_posts/2026-01-12-one.md": text,
    "_posts/2026-01-13-two.md": post("[One]({% post_url 2026-01-12-one %})", "title: Two", "tags: snow"),
  });
  expect(await jekyll.read("one.md")).toContain("tags:\n  - ice\ncategories:\n  - walks\n");
  expect(await jekyll.read("one.md")).toContain("aliases:\n  - /w/one/\n");
  expect(await jekyll.read("two.md")).toContain("tags:\n  - snow\ncategories:");
  expect(await jekyll.bodyOf("two.md")).toBe("[One](one.md)\n");
});

test("collections of Jekyll that are pages become posts at their addresses; others, data and templates are told", async () => {
  const { read, report, notes } = await importOf("jekyll", {
    "_config.yml":
      "url: https://old.example\ncollections:\n  recipes: {output: true, permalink: '/food/:name/'}\n  walks: {output: true}\n  staff: {output: false}\n",
    "_posts/2026-01-12-one.md": post("One.", "title: One"),
    "_recipes/soup.md": post("![](/img/a.png)", "title: Soup"),
    "_walks/north/pond.md": post("Pond.", "title: Pond"),
    "_staff/ada.md": post("Ada.", "title: Ada"),
    "_data/birds.yml": "- heron\n",
    "img/a.png": pngBytes("a"),
  });
  expect(report.posts.map(({ file }: { file: string }) => file).sort()).toEqual([
    ...["one.md", "pond.md", "site.yaml", "soup.md"],
  ]);
  expect(await read("soup.md")).toContain("aliases:\n  - /food/soup/\n");
  expect(await read("pond.md")).toContain("aliases:\n  - /walks/north/pond.html\n");
  expect(notes).toContain("post_type: _staff/ada.md");
  expect(notes).toContain("unread: _data/: templates or data of the old site");
});

test("the manifest enables the ready blocks that texts use, and publish keeps them", async () => {
  const { read, notes } = await importOf("jekyll", {
    "_config.yml": "",
    "_posts/2026-01-12-one.md": post(
      "A note[^1].\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n[^1]: Here.",
      "title: One",
    ),
  });
  expect(await read("site.yaml")).toContain("  ready_blocks:\n    - table\n    - footnotes\n");
  expect(notes).toEqual([]);
  const { read: other } = await importOf("jekyll", {
    "_config.yml": "",
    "_posts/2026-01-12-one.md": post("Text.", "title: One"),
  });
  expect(await other("site.yaml")).not.toContain("ready_blocks");
});

test("the manifest lets addresses with nothing around them be links where the old site did and a text has one", async () => {
  const text = "See https://ice.example/a.\n\n`https://code.example` [x](https://b.example)";
  const folder = (body: string, settings = ""): Record<string, string> => ({
    "hugo.toml": settings,
    "content/posts/one.md": post(body, "title: One"),
  });
  const { read } = await importOf("hugo", folder(text));
  expect(await read("site.yaml")).toContain("    - link\n    - autolink\n");
  const linkless = "[markup.goldmark.extensions]\nlinkify = false\n";
  for (const files of [folder(text.slice(text.indexOf("`"))), folder(text, linkless)]) {
    const other = await importOf("hugo", files);
    expect(await other.read("site.yaml")).not.toContain("autolink");
  }
  const jekyll = { "_config.yml": "", "_posts/2026-01-12-one.md": post(text, "title: One") };
  expect(await (await importOf("jekyll", jekyll)).read("site.yaml")).not.toContain("autolink");
});
