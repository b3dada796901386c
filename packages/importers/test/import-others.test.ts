import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { useWorld } from "../../../test/support/world.ts";
import { useMediaHost } from "./media-host.ts";
import { jpegBytes, pngBytes } from "./sample-media.ts";
import { expectPlanned } from "./through-plan.ts";

useWorld();
const service = usePublishing();
const host = useMediaHost();

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-"));
  host.files.set("/content/images/2021/03/heron.jpg", jpegBytes("heron"));
});
afterAll(() => rm(work, { recursive: true }));

let folders = 0;

/** Writes files, imports them and reads the result. */
const importOf = async (
  kind: string,
  files: Readonly<Record<string, string | Buffer>>,
  from = "",
  ...options: string[]
) => {
  const source = join(work, `source-${++folders}`);
  const to = join(work, `folder-${folders}`);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(source, name)), { recursive: true });
    await writeFile(join(source, name), text);
  }
  await symlink("/etc", join(source, "etc"));
  await writeFile(Buffer.concat([Buffer.from(join(source, "b")), Buffer.from([0xff])]), "");
  const run = (...more: string[]) =>
    lecternIn({}, "", [
      "import",
      kind,
      join(source, from),
      "--to",
      to,
      "--json",
      "--allow-private",
      "--parent",
      `/home/others-${folders}`,
      ...options,
      ...more,
    ]);
  const dry = JSON.parse((await run("--dry-run")).stdout);
  const { status, stdout, stderr } = await run();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const report = JSON.parse(stdout);
  expect(dry).toEqual({ ...report, dry_run: true });
  await expectPlanned(service, to, report);
  const again = JSON.parse((await run()).stdout);
  expect([...again.posts, ...again.media].filter(({ outcome }) => outcome !== "unchanged")).toEqual([]);
  return {
    notes: report.notes
      .map(({ kind: noted, text }: Record<string, string>) => `${noted}: ${text}`)
      .sort() as string[],
    read: (file: string) => readFile(join(to, file), "utf8"),
    readBytes: (file: string) => readFile(join(to, file)),
    lines: report.notes as { kind: string; file: string; line: number }[],
  };
};

test("Ghost's export becomes posts with their pictures, tags and authors", async () => {
  const post = {
    uuid: "5b1c…",
    type: "post",
    status: "published",
    visibility: "public",
    featured: 0,
    published_at: "2021-03-01T10:00:00.000Z",
    created_at: "2021-02-28T10:00:00.000Z",
  };
  const html = `<p>See <a href="__GHOST_URL__/second/">two</a>.</p><!--kg-card-begin: html--><script>x()</script><!--kg-card-end: html-->
<figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/size/w600/2021/03/heron.jpg" class="kg-image" alt="A heron"></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-title">X</div><img class="kg-bookmark-icon" src="https://x.example/i.png"></a></figure>`;
  const data = {
    posts: [
      {
        ...post,
        id: "61a",
        title: "First",
        slug: "first",
        html,
        feature_image: "__GHOST_URL__/content/images/2021/03/heron.jpg",
        custom_excerpt: "In short",
        codeinjection_head: "<style></style>",
      },
      { ...post, id: "61b", title: "Second", slug: "second", html: "<p>Two</p>", visibility: "members" },
      {
        ...post,
        id: "61c",
        title: "Third",
        slug: "third",
        html: null,
        lexical: "{}",
        status: "draft",
        published_at: null,
      },
      { ...post, id: "61d", title: "About", slug: "about", html: "<p>Us</p>", type: "page" },
    ],
    posts_meta: [{ id: "m", post_id: "61a", feature_image_alt: "Reeds", og_title: "Other" }],
    tags: [
      { id: "t1", name: "Ice", slug: "ice" },
      { id: "t2", name: "#hidden", slug: "hash-hidden" },
    ],
    posts_tags: [
      { post_id: "61a", tag_id: "t2", sort_order: 1 },
      { post_id: "61a", tag_id: "t1", sort_order: 0 },
    ],
    users: [{ id: "u1", name: "Ada L.", slug: "ada" }],
    posts_authors: [{ post_id: "61a", author_id: "u1", sort_order: 0 }],
    settings: [
      { key: "title", value: "Marsh" },
      { key: "description", value: "Reeds" },
    ],
  };
  const json = JSON.stringify({ db: [{ meta: { version: "5.80.0" }, data }] });
  const { read, notes } = await importOf("ghost", { "ghost.json": json }, "ghost.json", "--site", host.url);
  expect(await read("first.md")).toBe(
    [
      ...[
        "---",
        "title: First",
        "date: 2021-03-01T10:00:00Z",
        "summary: In short",
        "tags:",
        "  - Ice",
        "authors:",
        "  - ada",
      ],
      ...[
        "guid: 61a",
        "cover_alt: Reeds",
        "aliases:",
        "  - /first/",
        "cover: media/heron.jpg",
        "---",
        "",
        "See [two](second.md).",
      ],
      ...["", "![A heron](media/heron.jpg)", "", "[X](https://x.example/)", ""],
    ].join("\n"),
  );
  expect(await read("pages/about.md")).toMatch(/^---\ntype: page\ntitle: About\n/);
  expect(await read("pages/about.md")).not.toMatch(/draft: true|guid:|\ndate:/);
  expect(notes).toEqual([
    "element: script: x()",
    "element: the text, of which the export has no HTML",
    "embed: figure: https://x.example/",
    "field: codeinjection_head: <style></style>",
    "field: internal tag: #hidden",
    "field: og_title: Other",
    "private: visible to members",
    "status: draft",
  ]);
});

test("Ghost's export names what stands beside its posts, but no secrets", async () => {
  const data = {
    posts: [
      null,
      5,
      { id: "1", title: "One", slug: "one", html: "<p>1</p>", status: "published", og_title: { a: 1 } },
    ],
    tags: [null, { id: "t", name: "Ice", slug: "ice", description: "All ice" }],
    users: [{ id: "u", name: "Ada", slug: "ada", bio: "Counts birds", password: "$2a$10$hash" }],
    settings: [
      7,
      { key: "navigation", value: '[{"label":"Home"}]' },
      { key: "stripe_secret_key", value: "sk_live" },
    ],
    snippets: [{ id: "s" }],
    api_keys: [{ id: "k", secret: "key" }],
    members: "none",
  };
  const json = JSON.stringify({ db: [{ data }] });
  const { notes } = await importOf("ghost", { "ghost.json": json }, "ghost.json");
  expect(notes).toEqual([
    "category: author Ada: bio Counts birds",
    "category: tag Ice: description All ice",
    'field: og_title: {"a":1}',
    "post_type: table snippets: 1 rows",
    'setting: navigation: [{"label":"Home"}]',
  ]);
});

test("what Ghost shows to some only, or at a time that is not known, becomes drafts", async () => {
  const posts = [
    { slug: "public", status: "published", visibility: "public" },
    { slug: "old", status: "published" },
    { slug: "paid", status: "published", visibility: "paid" },
    { slug: "odd", status: "published", visibility: ["tier"] },
    { slug: "sent", status: "sent" },
    { slug: "mail", status: "published" },
    { slug: "later", status: "scheduled", published_at: "2999-01-01T00:00:00.000Z" },
    { slug: "someday", status: "scheduled", published_at: null, created_at: "2020-01-01T00:00:00.000Z" },
  ].map((post) => ({ id: post.slug, title: post.slug, html: "<p>Reed</p>", ...post }));
  const data = { posts, posts_meta: [{ id: "m", post_id: "mail", email_only: 1 }] };
  const { read } = await importOf("ghost", { "g.json": JSON.stringify({ data }) }, "g.json");
  const drafts: string[] = [];
  for (const { slug } of posts) if (/^draft: true$/m.test(await read(`${slug}.md`))) drafts.push(slug);
  expect(drafts).toEqual(["paid", "odd", "sent", "mail", "someday"]);
  expect(await read("later.md")).toContain("\ndate: 2999-01-01T00:00:00Z\n");
});

test("texts that are too long are cut between characters, and not inside of one", async () => {
  const tag = "t".repeat(99);
  const caption = "c".repeat(249);
  const author = "a".repeat(254);
  const html = `<figure><img src="${host.url}/content/images/2021/03/heron.jpg"><figcaption>${caption}🐦🐦</figcaption></figure>`;
  const data = {
    posts: [{ id: "1", title: "One", slug: "one", html, status: "published" }],
    tags: [{ id: "t", name: `${tag}🐦🐦` }],
    posts_tags: [{ post_id: "1", tag_id: "t" }],
    users: [{ id: "u", name: `${author}🐦🐦`, slug: "ada" }],
    posts_authors: [{ post_id: "1", author_id: "u" }],
  };
  const { read, notes } = await importOf("ghost", { "g.json": JSON.stringify({ data }) }, "g.json");
  const text = await read("one.md");
  expect(text).toContain(`- ${tag}🐦\n`);
  expect(text).toContain(` "${caption}🐦")\n`);
  expect(await read("site.yaml")).toContain(`name: ${author}🐦\n`);
  expect(notes).toContain("formatting: the end of a caption: 🐦");
});

describe("a static site's folder", () => {
  test("has posts whose slugs are numbers at these addresses", async () => {
    const { read } = await importOf("hugo", {
      "hugo.toml": 'baseURL = "https://old.example/"\n',
      "content/posts/year.md": "---\ntitle: A year\nslug: 2019\n---\n\nIce.\n",
    });
    expect(await read("2019.md")).toContain("aliases:\n  - /posts/2019/\n");
  });

  test("names posts in other languages than Markdown, front matter that is none, and unused files", async () => {
    const { read, notes } = await importOf("hugo", {
      "hugo.toml": 'baseURL = "https://old.example/"\n',
      "content/posts/json.md": '{\n  "title": "From JSON",\n  "tags": ["a"]\n}\n\nBody\n',
      "content/posts/page.html": "<p>Text</p>",
      "content/posts/notes.org": "* Text",
      "content/posts/open.md": "---\ntitle: Open\n\nText\n",
      "content/posts/text.md": "---\nonly text\n---\nText\n",
      "content/posts/loop.md": "---\ntitle: Loop\nx: &x {y: *x}\n...\nText\n",
      "content/posts/more.md":
        "---\ntitle: More\ndescription: One\nsummary: Two\nlastmod: 2026-01-01\nimages: [a.jpg, b.jpg]\n" +
        "cover: {image: a.jpg, alt: Reeds, caption: At noon}\n---\nText\n",
      "content/posts/a.jpg": jpegBytes("a"),
      "static/files/tide.pdf": "pdf",
    });
    expect(await read("json.md")).toMatch(/^---\ntitle: From JSON\n[\s\S]*\n---\n\nBody\n$/);
    expect(await read("loop.md")).toContain("title: Loop\n");
    expect(await read("more.md")).toContain("summary: One\n");
    expect(await read("more.md")).toContain("cover_alt: Reeds\n");
    expect(notes).toEqual([
      "field: cover.caption: At noon",
      "field: images: b.jpg",
      "field: summary: Two",
      "field: x: a value that holds itself",
      "media: b\ufffd: its name is not UTF-8",
      "media: etc: a link",
      "post_type: content/posts/notes.org",
      "post_type: content/posts/page.html",
      "post_type: front matter that cannot be read: it begins with --- and does not end",
      "post_type: front matter that cannot be read: it has no fields",
      "unused: /static/files/tide.pdf",
    ]);
  });

  test("has titles and tags that look like numbers, which are kept as they are written", async () => {
    const { read } = await importOf("hugo", {
      "hugo.toml": 'baseURL = "https://old.example/"\n',
      "content/a.md": "---\ntitle: 1e999\ntags: [007, 1.10, yes]\nslug: 2024\n---\n",
      "content/b.md": "+++\ntitle = 1e999\ntags = [1e3, 1.10]\n+++\n",
      "content/c.md": '{\n  "title": 1e999,\n  "tags": [1.10]\n}\n',
      "content/d.md": "---\ntitle: true\ntags: [false]\ncover: false\nauthor: ~\n---\n",
    });
    expect(await read("2024.md")).toMatch(
      /^---\ntitle: "?1e999"?\n(?:.*\n)*tags:\n {2}- "007"\n {2}- "1.10"\n/,
    );
    expect(await read("b.md")).toMatch(/^---\ntitle: "?1e999"?\ntags:\n {2}- "?1e3"?\n {2}- "1.10"\n/);
    expect(await read("c.md")).toMatch(/^---\ntitle: "?1e999"?\ntags:\n {2}- "1.10"\n/);
    expect(await read("d.md")).toMatch(/^---\ntitle: "true"\ntags:\n {2}- "false"\nguid: .*\naliases:\n/);
  });

  test("keeps hidden what was hidden, also in a way that cannot be kept, and says so", async () => {
    const hiding = {
      a: "Draft: true",
      b: "published: 'no'",
      c: "private: true",
      d: "expiryDate: 2020-01-01",
      e: "expiryDate: 2999-01-01",
      f: "build: {render: never}",
      g: "visibility: members",
      h: "password: x",
      i: "publishDate: someday",
      j: "date: someday",
    };
    const files = Object.entries(hiding).map(([name, line]) => [
      `content/${name}.md`,
      `---\ntitle: ${name}\n${line}\n---\nText.\n`,
    ]);
    const { read, notes } = await importOf("hugo", {
      ...Object.fromEntries(files),
      "content/k.md": "---\ntitle: k\nDate: 2020-01-01\npublishdate: 2999-01-01\nstatus: published\n---\n",
      "content/l.md": "+++\ntitle = 'l'\nhidden = true\n+++\n",
      "content/m.md": '{\n  "title": "m",\n  "unlisted": true\n}\n',
    });
    for (const name of [...Object.keys(hiding), "l", "m"])
      expect(await read(`${name}.md`)).toContain("\ndraft: true\n");
    expect(await read("k.md")).toBe("---\ntitle: k\ndate: 2999-01-01T00:00:00Z\naliases:\n  - /k/\n---\n");
    expect(notes.filter((note) => note.startsWith("status: "))).toEqual([
      ...Array(4).fill("status: draft"),
      ...[
        "build",
        "expiryDate",
        "hidden",
        "its date",
        "password",
        "publishDate",
        "unlisted",
        "visibility",
      ].map((key) => `status: draft, because of ${key}`),
    ]);
  });

  test("keeps hidden what the settings of Jekyll hide, unless the post says something else", async () => {
    const post = (name: string, ...lines: string[]) =>
      ["---", `title: ${name}`, ...lines, "---", ""].join("\n");
    const { read } = await importOf("jekyll", {
      "_config.yml": [
        ...["defaults:", "  - scope: {path: _posts/secret, type: posts}", "    values: {published: false}"],
        ...["  - scope: {path: _posts/secret/open}", "    values: {published: true}"],
        ...["  - scope: {path: '_posts/20*/old-*.md'}", "    values: {expiryDate: 2020-01-01}"],
        ...["  - scope: {path: '', type: pages}", "    values: {published: false}"],
      ].join("\n"),
      "_posts/secret/2026-01-01-a.md": post("A"),
      "_posts/secret/2026-01-01-b.md": post("B", "Published: true"),
      "_posts/secret/open/2026-01-01-c.md": post("C"),
      "_posts/secrets/2026-01-01-d.md": post("D"),
      "_posts/2019/old-e.md": post("E"),
      "_posts/2019/new-f.md": post("F"),
    });
    for (const name of ["a", "old-e"]) expect(await read(`${name}.md`), name).toContain("\ndraft: true\n");
    for (const name of ["b", "c", "d", "new-f"])
      expect(await read(`${name}.md`), name).not.toContain("draft");
  });

  test("keeps hidden what a folder of Hugo and its settings hide, unless the post says something else", async () => {
    const post = (name: string, ...lines: string[]) =>
      ["---", `title: ${name}`, ...lines, "---", ""].join("\n");
    const { read } = await importOf("hugo", {
      "hugo.toml": "[[cascade]]\ndraft = true\n[cascade.target]\npath = '{/two/**,/x}'\n",
      "content/one/_index.md": "---\ncascade:\n  build: {render: never}\n---\n",
      "content/one/a.md": post("A"),
      "content/one/in/_index.md": "+++\n[[cascade]]\nbuild.render = 'always'\n+++\n",
      "content/one/in/b.md": post("B"),
      "content/ones/c.md": post("C"),
      "content/two/d.md": post("D"),
      "content/two/e.md": post("E", "draft: false"),
      "content/three/_index.md": "---\ncascade: [{_target: {kind: section}, draft: true}]\n---\n",
      "content/three/f.md": post("F"),
    });
    for (const name of ["a", "d"]) expect(await read(`${name}.md`), name).toContain("\ndraft: true\n");
    for (const name of ["b", "c", "e", "f"]) expect(await read(`${name}.md`), name).not.toContain("draft");
  });

  test("of Hugo becomes posts with the files beside them and at the root", async () => {
    const { read, readBytes, notes, lines } = await importOf("hugo", {
      "hugo.toml":
        'baseURL = "https://old.example/"\ntitle = "Marsh"\nlanguageCode = "de"\n[permalinks]\n' +
        '  notes = "/:year/:slug/"\n[params.author]\nname = "Ada"\nsince = 2019-01-02\n[[menu.main]]\nname = "About"\n',
      "content/_index.md": "---\ntitle: Home\n---\n",
      "content/posts/first-ice/index.md": `+++
title = "First ice"
date = 2026-01-12T10:00:00+01:00
tags = ["winter"]
categories = ["Pond life"]
weight = 3
[cover]
image = "heron.jpg"
+++

See [two]({{< ref "second.md" >}}), [one](../../notes/second.md#part), \`[x](/2026/second/)\`, [gone](/lost/),
[three][3] and [four](https://old.example/2026/second/?a=b "Four") ![A heron](heron.jpg) here.

{{< figure src="/img/reeds.png" caption="Reeds" >}}

[3]: /2026/second
{{< gallery dir="x" >}} <div>raw</div>

\`\`\`
{{< kept >}}
\`\`\`
![gone](../../../secret.jpg)
`,
      "content/posts/first-ice/heron.jpg": jpegBytes("heron"),
      "content/notes/second.md":
        "---\ntitle: Second\ndate: 2026-01-13\ndraft: true\naliases: [/old-second]\n---\nTwo.\n",
      "static/img/reeds.png": pngBytes("reeds"),
    });
    expect(await read("first-ice.md")).toBe(
      [
        ...[
          "---",
          "title: First ice",
          "date: 2026-01-12T09:00:00Z",
          "tags:",
          "  - winter",
          "categories:",
          "  - pond-life",
        ],
        ...[
          "guid: https://old.example/posts/first-ice/",
          "aliases:",
          "  - /posts/first-ice/",
          "cover: media/heron.jpg",
          "---",
        ],
        ...[
          "",
          "See [two](second.md), [one](second.md#part), `[x](/2026/second/)`, [gone](/lost/),",
          '[three][3] and [four](second.md "Four") ![A heron](media/heron.jpg) here.',
          "",
          '![](media/reeds.png "Reeds")',
          "",
        ],
        ...["[3]: second.md", " <div>raw</div>", "", "```", "{{< kept >}}", "```"],
        ...["[gone](https://old.example/secret.jpg)", ""],
      ].join("\n"),
    );
    expect(await readBytes("media/reeds.png")).toEqual(pngBytes("reeds"));
    expect(await read("second.md")).toContain(
      "draft: true\nguid: https://old.example/2026/second/\naliases:\n  - /2026/second/\n  - /old-second\n",
    );
    expect(await read("site.yaml")).toContain("slug: pond-life\n    name: Pond life");
    expect(notes).toEqual([
      "field: weight: 3",
      "link: https://old.example/lost/",
      "media: ../../../secret.jpg",
      "media: b\ufffd: its name is not UTF-8",
      "media: etc: a link",
      "post_type: content/_index.md",
      expect.stringMatching(/^read: The picture media\/heron\.jpg stands before or after its paragraph/),
      "setting: languageCode: de",
      'setting: menu.main: [{"name":"About"}]',
      "setting: params.author.name: Ada",
      "setting: params.author.since: 2019-01-02",
      'shortcode: {{< gallery dir="x" >}}',
      "status: draft",
    ]);
    expect(lines.find(({ kind }) => kind === "shortcode")).toMatchObject({
      file: "content/posts/first-ice/index.md",
      line: 17,
    });
  });

  test("of Jekyll becomes posts at their old addresses", async () => {
    const { read, notes } = await importOf("jekyll", {
      "_config.yml":
        "title: Marsh\nurl: https://old.example\nbaseurl: /blog\nlang: de\nauthor: {email: a@b.example}\n",
      "_posts/2026-01-12-first-ice.md": `---
layout: post
title: "First: ice"
categories: pond life
tags: [ice]
redirect_from: [/old.html]
---
See [two]({% post_url 2026-01-13-second %}).

![Reeds]({{ "/img/reeds.png" | relative_url }})

{% highlight js %}
a < b
{% endhighlight %}
{% include player.html %}
`,
      "_posts/2026-01-13-second.md": "---\ntitle: Second\nauthor: Ada\n---\nTwo.\n",
      "_drafts/later.md": "---\ntitle: Later\n---\nLater.\n",
      "about.md": "---\ntitle: About\n---\n",
      "img/reeds.png": pngBytes("reeds"),
    });
    expect(await read("first-ice.md")).toBe(
      [
        ...[
          "---",
          '"title": "First: ice"'.replaceAll('"title"', "title"),
          "date: 2026-01-12T00:00:00Z",
          "tags:",
          "  - ice",
        ],
        ...[
          "categories:",
          "  - pond",
          "  - life",
          "guid: https://old.example/blog/pond/life/2026/01/12/first-ice",
        ],
        ...["aliases:", "  - /blog/pond/life/2026/01/12/first-ice.html", "  - /old.html", "---", ""],
        ...["See [two](second.md).", "", "![Reeds](media/reeds.png)", "", "```js", "a < b", "```", ""],
      ].join("\n"),
    );
    expect(await read("second.md")).toContain("authors:\n  - ada\n");
    expect(await read("later.md")).toContain("draft: true\n");
    expect(notes).toEqual([
      "media: b\ufffd: its name is not UTF-8",
      "media: etc: a link",
      "post_type: about.md",
      "setting: author.email: a@b.example",
      "setting: lang: de",
      "shortcode: {% include player.html %}",
      "status: draft",
    ]);
  });

  test.each([
    ["hugo", "there is none", 2, "is not a folder"],
    ["ghost", "there is none", 2, "is not a file"],
  ])("%s: %s", async (kind, _, status, message) => {
    const run = await lecternIn({}, "", ["import", kind, join(work, "nowhere"), "--to", join(work, "x")]);
    expect(run).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });

  test("into what is no folder, or has one in a file's place", async () => {
    const small = join(work, "small.json");
    await writeFile(small, JSON.stringify({ data: { posts: [{ id: "1", title: "A", slug: "a" }] } }));
    await mkdir(join(work, "taken/a.md"), { recursive: true });
    for (const to of [small, join(work, "taken")]) {
      const run = await lecternIn({}, "", ["import", "ghost", small, "--to", to]);
      expect(run.status).toBe(1);
      expect(run.stderr).toMatch(/^\S+ cannot be written: E[A-Z]+: [^\n]+\n$/);
    }
  });

  test("ghost: a file of something else", async () => {
    await writeFile(join(work, "odd.json"), "[]");
    const run = await lecternIn({}, "", ["import", "ghost", join(work, "odd.json"), "--to", join(work, "x")]);
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining("is no export of Ghost") });
  });
});
