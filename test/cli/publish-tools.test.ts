import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asidesOf } from "#cli/publish/asides.ts";
import { readPostFiles } from "#cli/publish/files.ts";
import { linksAmong } from "#cli/publish/links.ts";
import { readPostSource } from "#cli/publish/source.ts";
import { findPostFiles } from "#cli/publish/walk.ts";

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 9, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

const now = Date.parse("2026-06-01T12:00:00Z");

/** What is read of a file with these keys. */
const sourceOf = (keys: readonly string[], file = "posts/a.md", path = "a.md") => {
  const source = readPostSource(
    file,
    ["---", "title: A", ...keys, "---", ""].join("\n"),
    { name: "posts", path },
    now,
  );
  if ("problems" in source) throw new Error(source.problems.map(({ message }) => message).join("\n"));
  return source;
};

const postOf = (keys: readonly string[], file?: string, path?: string) => sourceOf(keys, file, path).post;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-tools-"));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string | Uint8Array = "---\ntitle: A\n---\n") => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
};

describe("names of files", () => {
  test.each([
    { path: "b/index.md", slug: "b" },
    { path: "2024-01-02-b/index.md", slug: "b", day: "2024-01-02" },
    { path: "index.md", slug: "index" },
    { path: "b/index.fr.md", slug: "b-fr" },
    { path: "b.pt-br.md", slug: "b-pt-br" },
    { path: "_posts/2024-01-02-b.md", slug: "b", day: "2024-01-02" },
    { path: "b.mdx", slug: "b" },
  ])("$path is the post $slug", ({ path, slug, day }) => {
    expect(postOf([], `posts/${path}`, path)).toMatchObject({
      slug,
      ...(day !== undefined && { visible_date: `${day}T00:00:00.000Z` }),
    });
  });

  test("pages that list others, READMEs and installed packages are no posts, and told in one line", async () => {
    for (const name of [
      "_index.md",
      "s/_index.en.md",
      "s/README.md",
      "s/a/index.md",
      "node_modules/m/b.md",
      "c.mdx",
    ])
      await write(join("no-posts", name));
    const { files, notPosts } = await findPostFiles([join(folder, "no-posts")], "n");
    expect(files.map(({ origin }) => origin?.path)).toEqual(["c.mdx", "s/a/index.md"]);
    const names = notPosts.map((file) => file.slice(folder.length + 1));
    expect(asidesOf(names, [])).toEqual([
      "No posts, and left out: no-posts/_index.md, no-posts/s/README.md, no-posts/s/_index.en.md",
    ]);
  });
});

describe("keys of other tools", () => {
  test("mean here what they mean there", () => {
    expect(
      postOf([
        "tag: a",
        "tags: [b, a]",
        "category: c",
        "redirect_from: /d/",
        "aliases: [/e/]",
        "permalink: /2020/first-ice.html",
        "pubDate: Jul 08 2022",
        "excerpt: F",
      ]),
    ).toMatchObject({
      tags: ["b", "a"],
      aliases: ["/e/", "/d/", "/2020/first-ice.html"],
      slug: "first-ice",
      visible_date: "2022-07-08T00:00:00.000Z",
      search_description: "F",
    });
  });

  test.each([
    ["2024-1-2", "2024-01-02T00:00:00.000Z"],
    ["2024/01/02 9:30", "2024-01-02T09:30:00.000Z"],
    ["2 January 2024", "2024-01-02T00:00:00.000Z"],
    ["January 2, 2024", "2024-01-02T00:00:00.000Z"],
    ["Tue, 02 Jan 2024 10:00:00 +0200", "2024-01-02T08:00:00.000Z"],
  ])("the date %s is %s", (date, instant) => {
    expect(postOf([`date: ${date}`]).visible_date).toBe(instant);
  });

  test("blanks part the tags of Jekyll, and no others", () => {
    expect(postOf(["tags: a b"], "site/_posts/c.md", "_posts/c.md").tags).toEqual(["a", "b"]);
    expect(postOf(["tags: a b"]).tags).toEqual(["a b"]);
  });

  test("a description and a summary are no fault; what is not kept is told", () => {
    const { post, warnings } = sourceOf(["summary: B", "description: C", "excerpt: C"]);
    expect(post.search_description).toBe("C");
    expect(warnings).toEqual([
      { line: 3, message: "summary: not kept, because description says another one." },
    ]);
  });

  test("a pattern of an address says nothing, and a slug counts more than an address", () => {
    expect(postOf(["permalink: /:year/:title/"])).toMatchObject({ slug: "a" });
    expect(postOf(["url: /old/b/", "slug: c"])).toMatchObject({ slug: "c", aliases: ["/old/b/"] });
  });

  test("that say nothing of a post are counted in one line, and an unknown one names the nearest", () => {
    const posts = [
      sourceOf(["layout: post", "weight: 3", "lastmod: 2024-01-01"]),
      sourceOf(["layout: post"]),
    ];
    expect(posts.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(asidesOf([], posts)).toEqual([
      "Keys of other tools, which say nothing here: layout (2), weight (1)",
    ]);
    expect(sourceOf(["sumary: B", "qqqqqq: 1"]).warnings.map(({ message }) => message)).toEqual([
      "sumary: unknown key; is it summary?",
      "qqqqqq: unknown key.",
    ]);
  });

  test("name covers, which are no fault if the file is elsewhere", async () => {
    await write("covers/a.png", await picture());
    const of = (name: string, keys: readonly string[]) =>
      write(`covers/${name}.md`, ["---", "title: A", `slug: cover-${name}`, ...keys, "---", ""].join("\n"));
    await of("map", ["cover:", "  image: a.png", "  alt: B"]);
    await of("list", ["images: [a.png, c.png]"]);
    await of("gone", ["featured_image: gone.png"]);
    await of("none", ["image: false", "cover: ''"]);
    await of("ours", ["cover: gone.png"]);
    const { files } = await findPostFiles([join(folder, "covers")], "c");
    const { posts, problems } = await readPostFiles(files);
    const said = posts.map(({ post, files: { cover }, mediaKeys, warnings }) => [
      ...[post.slug, cover?.name, cover && mediaKeys.cover?.alt, ...warnings.map(({ message }) => message)],
    ]);
    expect(said).toEqual([
      [
        "cover-gone",
        undefined,
        undefined,
        "featured_image: There is no file gone.png. The post has no cover.",
      ],
      ["cover-list", "a.png", ""],
      ["cover-map", "a.png", "B"],
      ["cover-none", undefined, undefined],
    ]);
    expect([...problems.values()]).toEqual([[{ line: 4, message: "cover: There is no file gone.png." }]]);
  });
});

describe("a folder in a site of another tool", () => {
  const problemsIn = async (name: string) => {
    const { files } = await findPostFiles([join(folder, name)], name);
    const { posts, problems } = await readPostFiles(files);
    return [
      posts.map(({ origin, files: { inText } }) => [origin?.path, ...inText.map((file) => file.name)]),
      [...problems.values()].flat().map(({ message }) => message),
    ];
  };

  test.each([
    { tool: "hugo", settings: "hugo.toml", posts: "content/posts", statics: "static", link: "/i/a.png" },
    {
      tool: "hugo before",
      settings: "config.toml",
      posts: "content/posts",
      statics: "static",
      link: "/i/a.png",
    },
    { tool: "jekyll", settings: "_config.yml", posts: "_posts", statics: ".", link: "/i/a.png" },
    {
      tool: "astro",
      settings: "astro.config.mjs",
      posts: "src/content/blog",
      statics: "public",
      link: "/i/a.png",
    },
    {
      tool: "assets",
      settings: "astro.config.mjs",
      posts: "src/content/blog",
      statics: "src",
      link: "../../i/a.png",
    },
  ])("has the files that $tool serves from the root, or that lie in the site", async (site) => {
    const at = (name: string) => join(site.tool, name);
    await write(at(site.settings), "");
    await write(at(join(site.statics, "i/a.png")), await picture());
    await write(at("_private/b.png"), await picture());
    await write("outside.png", await picture());
    await write(at(join(site.posts, "a.md")), `---\ntitle: A\n---\n\n![](${site.link})\n`);
    await write(at(join(site.posts, "b.md")), "---\ntitle: B\n---\n\n![](/_private/b.png)\n");
    await write(at(join(site.posts, "c.md")), "---\ntitle: C\n---\n\n![](../../../../outside.png)\n");
    const [posts, problems] = await problemsIn(at(site.posts));
    expect(posts).toEqual([["a.md", "a.png"]]);
    expect(problems).toEqual([
      "/_private/b.png begins at the root; name the file by its path from this one.",
      expect.stringMatching(/outside\.png(?: leads out of the folder)?\.$/),
    ]);
  });

  test("of Hugo has bundles, in which only the index is a page", async () => {
    await write("bundles/hugo.yaml", "");
    for (const name of ["a/index.md", "a/part.md", "a/more/part.md", "b.md", "a.b/index.fr.md"])
      await write(join("bundles/content/posts", name));
    const { files, notPosts } = await findPostFiles([join(folder, "bundles/content/posts")], "h");
    expect(files.map(({ origin }) => origin?.path)).toEqual(["a/index.md", "a.b/index.fr.md", "b.md"]);
    expect(notPosts.map((file) => file.replace(/^.*posts\//, ""))).toEqual(["a/part.md"]);
  });

  test("hides what it hides in one place for all of a folder, unless a file says otherwise", async () => {
    const post = (name: string, ...keys: string[]) =>
      write(`shared/${name}.md`, ["---", "title: A", ...keys, "---", ""].join("\n"));
    await write("shared/hugo/_index.md", "---\ntitle: All\ncascade:\n  draft: true\n---\n");
    await write("shared/list/_index.md", "+++\n[[cascade]]\nprivate = true\n+++\n");
    await write("shared/eleven/eleven.json", '{"permalink": false, "tags": ["x"]}');
    await write("shared/eleven/inner/inner.11tydata.json", '{"draft": true}');
    await write("shared/script/script.11tydata.js", "export default { tags: ['x'], permalink: false };");
    await write("shared/beside/f.11tydata.json", '{"eleventyExcludeFromCollections": true}');
    for (const name of ["hugo/a", "list/b", "eleven/c", "eleven/inner/d", "script/e", "beside/f", "beside/g"])
      await post(name);
    await post("hugo/own", "Draft: false");
    await post("plain");
    const { files } = await findPostFiles([join(folder, "shared")], "s");
    const { posts, problems } = await readPostFiles(files);
    expect(problems).toEqual(new Map());
    expect(Object.fromEntries(posts.map(({ post: { slug }, isDraft }) => [slug, isDraft]))).toEqual({
      ...{ a: true, b: true, c: true, d: true, e: true, f: true, g: false, own: false, plain: false },
    });
  });

  test("hides what the settings of Jekyll and Hugo hide, unless a file or its folder says otherwise", async () => {
    const post = (name: string, ...keys: string[]) =>
      write(`sites/${name}.md`, ["---", "title: A", ...keys, "---", ""].join("\n"));
    const defaults = "defaults:\n- {scope: {path: _posts/old, type: posts}, values: {published: false}}\n";
    await write("sites/j/_config.yml", defaults);
    await write("sites/h/hugo.toml", "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/notes/**'\n");
    await write("sites/h/config/_default/cascade.yaml", "target: {path: /walks/**}\nbuild: {list: never}\n");
    for (const name of [
      "j/_posts/old/a",
      "j/_posts/b",
      "h/content/notes/c",
      "h/content/walks/d",
      "h/content/e",
    ])
      await post(name);
    await post("j/_posts/old/own", "published: true");
    await write("sites/h/content/notes/open/_index.md", "---\ncascade: {draft: false}\n---\n");
    await post("h/content/notes/open/f");
    const { files } = await findPostFiles([join(folder, "sites")], "s");
    const { posts, problems } = await readPostFiles(files);
    expect(problems).toEqual(new Map());
    expect(Object.fromEntries(posts.map(({ post: { slug }, isDraft }) => [slug, isDraft]))).toEqual({
      ...{ a: true, b: false, c: true, d: true, e: false, own: false, f: false },
    });
    await write("sites/j/_config.yml", "defaults: [");
    await expect(readPostFiles(files)).rejects.toThrow("_config.yml cannot be read");
  });

  const foundIn = async (name: string, files: readonly string[]) => {
    for (const file of files) await write(join(name, file));
    const { files: posts, notPosts, problems } = await findPostFiles([join(folder, name)], name);
    expect(problems).toEqual(new Map());
    return [
      posts.map(({ origin }) => origin?.path),
      notPosts.map((file) => file.slice(folder.length + name.length + 2)),
    ];
  };

  test.each([
    {
      tool: "whole-astro",
      settings: "astro.config.ts",
      posts: ["src/content/blog/a.md", "src/content/blog/b.mdx", "src/pages/posts/c.md"],
      pages: [
        "CHANGELOG.md",
        "README.md",
        "src/content/blog/_d.md",
        "src/pages/about.md",
        "src/pages/index.mdx",
      ],
      others: ["dist/blog/a.md", "src/components/x.md", "src/content/blog/_e/f.md", "node_modules/x/y.md"],
    },
    {
      tool: "whole-eleventy",
      settings: "eleventy.config.js",
      posts: ["content/blog/a.md", "content/notes.md"],
      pages: ["LICENSE.md", "content/404.md"],
      others: ["_site/blog/a.md", "content/_includes/x.md", "_data/y.md"],
    },
    {
      tool: "whole-jekyll",
      settings: "_config.yml",
      posts: ["_drafts/a.md", "_posts/2026-01-12-b.md", "_walks/c.md"],
      pages: ["_pages/d.md", "about.md", "index.md", "more/e.md"],
      others: ["_site/a.md", "_includes/x.md"],
    },
    {
      tool: "whole-hugo",
      settings: "hugo.toml",
      posts: ["content/posts/a.md"],
      pages: ["content/404.md", "content/posts/_index.md"],
      others: ["public/a.md", "themes/t/b.md", "archetypes/default.md", "layouts/c.md"],
    },
  ])("$tool: pages, templates and what the tool makes are no posts", async (site) => {
    await write(join(site.tool, site.settings), "");
    const all = [...site.posts, ...site.pages, ...site.others];
    expect(await foundIn(site.tool, all)).toEqual([site.posts, site.pages]);
  });

  test("has posts in folders and files with such names that it is not the tool's to leave out", async () => {
    const all = ["about.md", "dist/a.md", "public/b.md"];
    expect(await foundIn("no-tool", all)).toEqual([all, []]);
    await write("part-jekyll/_config.yml", "");
    expect(await foundIn("part-jekyll/notes", all)).toEqual([all, []]);
  });

  test("of Astro may name pictures by aliases", async () => {
    await write("alias/astro.config.mjs", "");
    await write("alias/src/assets/a.png", await picture());
    await write(
      "alias/src/content/blog/a.md",
      "---\ntitle: A\n---\n\n![](@/assets/a.png) ![](~/assets/a.png) ![](@assets/a.png)\n",
    );
    await write("alias/src/content/blog/b.md", "---\ntitle: B\n---\n\n![](@/assets/gone.png)\n");
    const [posts, problems] = await problemsIn("alias/src/content/blog");
    expect(posts).toEqual([["a.md", "a.png", "a.png", "a.png"]]);
    expect(problems).toEqual(["There is no file @/assets/gone.png."]);
  });

  test("may date files by their own times, which are told and not kept", () => {
    for (const date of ["Last Modified", "git Created"]) {
      const { post, warnings } = sourceOf([`date: ${date}`]);
      expect(post.visible_date).toBeUndefined();
      expect(warnings).toEqual([{ line: 3, message: `date: ${date} is not kept; write a day.` }]);
    }
  });

  test("may have front matter in JavaScript, which is a fault that says so", () => {
    const read = readPostSource("a.md", "---js\n{ title: 'A' }\n---\n", undefined, now);
    expect(read).toMatchObject({ problems: [{ line: 1, message: expect.stringContaining("JavaScript") }] });
  });

  test("tells settings for posts that are not read, and follows those of Hugo's builds", async () => {
    const at = (name: string) => join("ignored", name);
    await write(
      at("j/_config.yml"),
      "defaults:\n- {scope: {path: ''}, values: {layout: post, tags: [a], published: false}}\n",
    );
    await write(at("h/hugo.toml"), "[frontmatter]\ndate = ['lastmod']\n[cascade]\ncolor = 'red'\n");
    await write(at("h/config/production/hugo.toml"), "[[cascade]]\ndraft = true\n");
    await write(at("h/config/staging/hugo.toml"), "title = 'S'\n");
    for (const name of ["j/_posts/a.md", "h/content/b.md"])
      await write(at(name), `---\ntitle: A\nslug: ${name.slice(-4, -3)}\n---\n`);
    const { files } = await findPostFiles([join(folder, "ignored")], "i");
    const { posts, ignoredSettings } = await readPostFiles(files);
    expect(posts.map(({ post, isDraft }) => [post.slug, isDraft])).toEqual([
      ["b", true],
      ["a", true],
    ]);
    expect(asidesOf([], [], ignoredSettings)).toEqual([
      "Settings of other tools for posts, which are not read: frontmatter (hugo.toml), color (hugo.toml), " +
        "config/staging/hugo.toml, layout (_config.yml), tags (_config.yml)",
    ]);
    expect(asidesOf([], [])).toEqual([]);
  });

  test("may have front matter in JSON", () => {
    const text = '{\n  "title": "A \\"b\\"",\n  "tags": ["c", "d"],\n  "draft": true\n}\n\nText.';
    const source = readPostSource("a.md", text, undefined, now);
    expect(source).toMatchObject({ post: { title: 'A "b"', tags: ["c", "d"] }, isDraft: true, bodyLine: 6 });
  });
});

test("links to posts by their names lead to them, and others to the site", () => {
  const sources = ["posts/b/index.md", "posts/2024-01-02-c.md"].map((file) =>
    sourceOf([], file, file.slice("posts/".length)),
  );
  const from = linksAmong(sources, {
    ...{ draft: false, held: new Map() },
    addressOf: (slug) => `/notes/${slug}/`,
    anchorsOf: () => ({ ids: new Set(["d"]), moved: new Map() }),
  })(sources[0]!);
  const to = (name: string) => from(`lectern-post:${name}`);
  // Paths of Eleventy begin at its folder.
  for (const name of ["/posts/2024-01-02-c.md", "posts/2024-01-02-c.md"])
    expect(from(name)).toEqual({ address: "/notes/c/" });
  expect(from("/posts/2024-01-02-c/")).toBeUndefined();
  expect(from("2024-01-02-d.md")).toEqual({ problem: "There is no file 2024-01-02-d.md." });
  expect(from("2024-01-02-c.md")).toEqual({ problem: "There is no file 2024-01-02-c.md." });
  expect(from("https://x.example/2024-01-02-c.md")).toBeUndefined();
  for (const name of ["b", "/posts/b", "b/index.md", "../b/"])
    expect(to(`${name}#d`)).toEqual({ address: "/notes/b/#d" });
  for (const name of ["2024-01-02-c", "c.md", "_posts/2024-01-02-c.md"])
    expect(to(name)).toEqual({ address: "/notes/c/" });
  expect(to("/about/")).toEqual({
    address: "/about/",
    warnings: ["/about/ is no post of this run; the link leads to that address of the site."],
  });
  expect(to("#d")).toEqual({ address: "#d" });
});
