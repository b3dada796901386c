import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lecternIn } from "../../../test/cli/lectern.ts";
import { usePublishing } from "../../../test/cli/publish-service.ts";
import { useWorld } from "../../../test/support/world.ts";
import { pngBytes } from "./sample-media.ts";
import { expectPlanned } from "./through-plan.ts";

useWorld();
const service = usePublishing();

let work: string;
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lectern-import-"));
});
afterAll(() => rm(work, { recursive: true }));

let folders = 0;

const importOf = async (
  kind: "astro" | "eleventy",
  files: Readonly<Record<string, string | Buffer>>,
  ...options: string[]
) => {
  const source = join(work, `source-${++folders}`);
  const to = join(work, `folder-${folders}`);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(source, name)), { recursive: true });
    await writeFile(join(source, name), content);
  }
  const args = [
    "import",
    kind,
    source,
    "--to",
    to,
    "--json",
    "--parent",
    `/home/tools-${folders}`,
    ...options,
  ];
  const { status, stdout, stderr } = await lecternIn({}, "", args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const report = JSON.parse(stdout);
  await expectPlanned(service, to, report);
  const names = (await readdir(to)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(names.map((name) => readFile(join(to, name), "utf8")));
  return {
    posts: Object.fromEntries(names.map((name, index) => [name.replace(/\.md$/, ""), texts[index] ?? ""])),
    site: await readFile(join(to, "site.yaml"), "utf8"),
    media: await readdir(join(to, "media")).catch(() => []),
    notes: report.notes.map((note: Record<string, string>) => `${note.kind}: ${note.text}`) as string[],
  };
};

const post = (keys: readonly string[], ...body: string[]) =>
  ["---", ...keys, "---", "", ...body, ""].join("\n");

test("a site of Eleventy: dates, tags, addresses, data of folders and templates mean what they mean there", async () => {
  const { posts, site, notes } = await importOf("eleventy", {
    "eleventy.config.js": "export default () => {};",
    "_data/metadata.json": '{"title": "Ponds", "url": "https://old.example/", "description": "Of water"}',
    "_includes/post.md": "{{ content }}",
    "content/about.md": post(["title: About"], "Me."),
    "content/blog/index.md": post(["title: All"], "{% for post in collections.posts %}"),
    "content/blog/blog.json": '{"layout": "post.njk", "tags": ["posts", "water"]}',
    "content/blog/2026-01-12-ice.md": post(
      ["title: Ice", "tags: [posts, First Ice]", "layout: other.njk"],
      "{% note %}Snow *fell*.{% endnote %} {{ page.date }}",
      "",
      "[Thaw](thaw.md)",
    ),
    "content/blog/thaw.md": post(
      ["title: Thaw", "date: git Last Modified", "tags: a, b", "permalink: /t/{{ page.fileSlug }}/"],
      "Text.",
    ),
    "content/blog/odd.md": post(
      ["title: Odd", "date: 2026-02-01T10:00:00Z", "permalink: '{{ title | slug }}/'"],
      "Text.",
    ),
    "content/blog/deep/deep.md": post(["title: Deep", "date: Created"], "Text."),
    "node_modules/blog/README.md": "No.",
    "_site/blog/ice/index.md": "No.",
  });
  expect(Object.keys(posts).sort()).toEqual(["deep", "ice", "odd", "thaw"]);
  expect(site).toContain("title: Ponds");
  expect(posts.ice).toContain("date: 2026-01-12T00:00:00Z\ntags:\n  - water\n  - First Ice\n");
  expect(posts.ice).toContain("aliases:\n  - /blog/2026-01-12-ice/\n");
  expect(posts.ice).toContain("\nSnow *fell*. \n\n[Thaw](thaw.md)\n");
  expect(posts.thaw).toContain("tags:\n  - water\n  - a, b\n");
  expect(posts.thaw).toContain("aliases:\n  - /t/thaw/\n");
  expect(posts.thaw).not.toContain("date:");
  expect(posts.odd).not.toContain("aliases");
  expect(posts.deep).toContain("aliases:\n  - /blog/deep/\n");
  for (const note of [
    "collection: posts",
    "date: git Last Modified: is not kept; the post has no date",
    "alias: permalink: {{ title | slug }}/",
    "post_type: content/about.md",
    "post_type: content/blog/index.md",
    "shortcode: The shortcode {% note %} is not kept.",
    "shortcode: The template {{ page.date }} is not kept.",
  ])
    expect(notes).toContain(note);
  expect(Object.values(posts).join()).not.toMatch(/\{[{%]/);
});

test("what Eleventy hides becomes a draft: by a key, in data of a folder or beside a file, also in JavaScript", async () => {
  const plain = (title: string, ...keys: string[]) => post([`title: ${title}`, ...keys], "Text.");
  const { posts, notes } = await importOf("eleventy", {
    "posts/a.md": plain("A", "permalink: false"),
    "posts/b.md": plain("B", "eleventyExcludeFromCollections: true"),
    "posts/c.md": plain("C", "draft: true"),
    "posts/d.md": plain("D"),
    "posts/e.md": plain("E"),
    "posts/e.11tydata.json": '{"draft": true}',
    "posts/hidden/hidden.11tydata.js": "export default { eleventyExcludeFromCollections: true };",
    "posts/hidden/f.md": plain("F"),
    "posts/data/data.11tydata.json": '{"permalink": false}',
    "posts/data/g.md": plain("G"),
    "posts/h.md": "---js\n{ title: 'H', permalink: false }\n---\n\nText.\n",
  });
  const drafts = Object.keys(posts).filter((name) => posts[name]?.includes("draft: true"));
  expect(drafts.sort()).toEqual(["a", "b", "c", "e", "f", "g"]);
  expect(Object.keys(posts)).toHaveLength(7);
  expect(notes).toContain("unread: posts/hidden/hidden.11tydata.js: data that is a program, or no JSON");
  expect(notes).toContain("post_type: front matter that cannot be read: it is JavaScript");
});

test("a site of Astro: its collection of posts, dates, pictures and MDX mean what they mean there", async () => {
  const { posts, site, notes, media } = await importOf("astro", {
    "astro.config.mjs": "export default defineConfig({ site: 'https://old.example', integrations: [] });",
    "src/consts.ts": "export const SITE_TITLE = 'Ponds';",
    "src/content.config.ts": "export const collections = {};",
    "src/content/authors/ada.md": post(["title: Ada"], "A person."),
    "src/content/blog/ice.md": post(
      [
        "title: 'Ice'",
        "description: Three nights",
        "pubDate: 'Jul 08 2022'",
        "updatedDate: 'Aug 08 2022'",
        "heroImage: '../../assets/heron.png'",
        "tags: [ice]",
      ],
      "![A](@/assets/a.png) ![B](/b.png)",
    ),
    "src/content/blog/deep/thaw.mdx": post(
      ["title: Thaw", "pubDate: 2026-01-12", "draft: true"],
      "import heron from '../../../assets/heron.png';",
      "",
      "<Note>Snow *fell* {n}.</Note>",
      "",
      "<Image src={heron} alt='A heron' />",
    ),
    "src/content/blog/_wip.md": post(["title: Wip"], "Text."),
    "src/pages/about.md": post(["title: About"], "Me."),
    "src/assets/heron.png": pngBytes("h"),
    "src/assets/a.png": pngBytes("a"),
    "public/b.png": pngBytes("b"),
    "README.md": "Read me.",
    "node_modules/a/src/content/blog/no.md": "No.",
    "dist/blog/no.md": "No.",
  });
  expect(Object.keys(posts).sort()).toEqual(["ice", "thaw"]);
  expect(site).toContain("title: Ponds");
  expect(posts.ice).toContain(
    "title: Ice\ndate: 2022-07-08T00:00:00Z\nsummary: Three nights\ntags:\n  - ice\n",
  );
  expect(posts.ice).toContain("guid: https://old.example/blog/ice/\naliases:\n  - /blog/ice/\n");
  expect(posts.ice).toContain("cover: media/heron.png\n");
  expect(posts.ice).toContain("![A](media/a.png) ![B](media/b.png)");
  expect(posts.thaw).toContain("draft: true");
  expect(posts.thaw).toContain("aliases:\n  - /blog/deep/thaw/\n");
  expect(posts.thaw).toMatch(/\nSnow \*fell\* \.\n\n!\[A heron\]\(<?media\/heron\.png>?\)\n$/);
  expect([...media].sort()).toEqual(["a.png", "b.png", "heron.png"]);
  expect(notes.filter((note) => !note.startsWith("shortcode"))).toEqual([
    "unread: astro.config.mjs: a program, of which only the address of the site is read",
    "post_type: src/content/authors/ada.md",
    "post_type: src/content/blog/_wip.md",
    "post_type: src/pages/about.md",
    "status: draft",
  ]);
  expect(notes.filter((note) => note.startsWith("shortcode"))).toEqual([
    "shortcode: The imports and exports of MDX are not kept, on lines 7.",
    "shortcode: Components of MDX are not kept, but the text in them: <Note> (line 9)",
    "shortcode: Expressions of MDX are not kept: {n} (line 9)",
  ]);
});

test("a folder without posts is refused, and says where they are looked for", async () => {
  const source = join(work, "none");
  await mkdir(source);
  const run = (kind: string) => lecternIn({}, "", ["import", kind, source, "--to", join(work, "never")]);
  for (const kind of ["astro", "eleventy"])
    expect(await run(kind)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("has no Markdown in a folder such as posts, blog or articles"),
    });
});
