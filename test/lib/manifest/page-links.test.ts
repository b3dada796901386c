import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { binPage, deletePage } from "#lib/actions/pages/remove-page.ts";
import { ApplyStopped } from "#lib/manifest/apply/run.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyPart } from "#lib/manifest/apply-part.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { sentFiles } from "#lib/manifest/media/sent-files.ts";
import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import type { AnyContent, PostContent } from "#lib/pages/content.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readEditablePage, readLiveContents } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { interruptAfter } from "./interrupted-writes.ts";
import { blogWith, post, problemsOf } from "./site.ts";

const customBlocks = {
  sections: { overview: [], detail: ["see", "raw"] },
  blocks: {
    see: {
      type: "list",
      item: { type: "struct", fields: { target: { type: "page" }, words: { type: "richtext" } } },
    },
    raw: { type: "rawhtml" },
  },
};

beforeEach(async () => {
  await useEmptyTable();
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify(customBlocks);
});
afterEach(() => {
  delete process.env.SITE_POST_BODY_BLOCKS;
});

const link = (id: string | number | undefined) => `<p><a linktype="page" id="${id}">there</a></p>`;
const paragraph = (id: string | number | undefined) => ({ type: "paragraph", value: link(id) });
const linking = (slug: string, to: string | number, more: object = {}) =>
  post(slug, { detail: [paragraph(to)], ...more });

const contentOf = async (path: string): Promise<AnyContent> =>
  (await readEditablePage((await pageIdAt(path))!))!.latest!.content;
const bodyOf = async (path: string) =>
  Object.fromEntries(
    ((await contentOf(path)) as PostContent).body.map(({ type, value }) => [type, value] as const),
  );

/** A blog with this description, and these posts. */
const described = (description: string, posts: readonly object[]) => {
  const site = blogWith(posts) as { readonly pages: readonly { readonly children: readonly object[] }[] };
  const [home] = site.pages;
  return { ...site, pages: [{ ...home, children: [{ ...home!.children[0], description }] }] };
};

const marsh = "/home/notes/marsh";
const later = "/home/notes/later";

test("every place in a page may name pages by path, those that come later and the page itself too", async () => {
  const stored = {
    detail: [
      paragraph(later),
      {
        type: "see",
        value: [{ type: "item", id: "a", value: { target: { $page: "/" }, words: link(later) } }],
      },
    ],
    aside: [
      { type: "old", value: { deep: [{ $page: later }], text: link(later) } },
      { type: "paragraph", value: `<p><A ID='${marsh}' LINKTYPE="page">itself</A></p>` },
    ],
  };
  const site = described(link(`${marsh}/`), [
    post("marsh", {
      overview: [paragraph(later), paragraph(marsh)],
      detail: [
        { type: "see", value: [{ target: { page: later }, words: link(marsh) }] },
        { type: "see", value: [{ target: 7, words: link(8) }] },
        { type: "code", value: { language: "html", source: link("/nowhere") } },
      ],
      draft: { detail: [paragraph("/home/notes")] },
    }),
    post("later", { detail: undefined, stored_body: stored }),
  ]);
  const { ids, created } = await applyManifest(site);
  const id = (path: string) => ids.pages[path];
  const item = (value: object) => ({ type: "item", id: expect.any(String), value });
  expect(created).toBe(4);
  expect(await contentOf("/home/notes")).toMatchObject({ description: link(id(marsh)) });
  const [live] = await readLiveContents([id(marsh)!]);
  expect((live!.content as PostContent).body).toEqual([
    { type: "overview", value: [paragraph(id(later)), paragraph(id(marsh))] },
    {
      type: "detail",
      value: [
        { type: "see", value: [item({ target: id(later), words: link(id(marsh)) })] },
        { type: "see", value: [item({ target: 7, words: link(8) })] },
        { type: "code", value: { language: "html", source: link("/nowhere") } },
      ],
    },
  ]);
  expect(await bodyOf(marsh)).toMatchObject({ detail: [paragraph(id("/home/notes"))] });
  expect(await bodyOf(later)).toEqual({
    detail: [
      paragraph(id(later)),
      { type: "see", value: [{ type: "item", id: "a", value: { target: 1, words: link(id(later)) } }] },
    ],
    aside: [
      { type: "old", value: { deep: [id(later)], text: link(later) } },
      { type: "paragraph", value: `<p><A ID='${id(marsh)}' LINKTYPE="page">itself</A></p>` },
    ],
  });
  expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0 });
});

test("a page that is in the service only may be named, unless it goes", async () => {
  const { ids } = await applyManifest(blogWith([post("old")]));
  const site = blogWith([linking("new", "/home/notes/old")]);
  await applyManifest(site);
  expect(await bodyOf("/home/notes/new")).toEqual({ detail: [paragraph(ids.pages["/home/notes/old"])] });
  expect(await problemsOf(applyManifest(site, { prune: true }))).toEqual([
    expect.objectContaining({ message: "there is no page /home/notes/old" }),
  ]);
});

test("paths of no page are reported with their lines, all at once", async () => {
  const file = join(await temporaryFolder(), "site.yaml");
  await writeFile(
    file,
    `version: 1
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children:
      - type: site.Blog
        slug: notes
        title: Notes
        description: <a linktype="page" id="/nowhere">x</a>
        children:
          - type: site.Post
            slug: marsh
            title: Marsh
            detail:
              - type: paragraph
                value: |
                  <a linktype="page" id="/home/none/${"x".repeat(3000)}">x</a>
              - type: see
                value:
                  - target: {page: /home/notes/missing}
                    words: <a linktype="page" id="elsewhere">x</a>
                  - target: {page: 17}
                    words: <a linktype="page" id="/home//notes">x</a>
            draft:
              stored_body:
                aside:
                  - type: old
                    value: [{$page: /gone, more: 1}]
`,
  );
  const problems = await problemsOf(applyManifest(file));
  expect(problems.map(({ line, message }) => `${line}: ${message.replace(/x{9,}/, "…")}`).sort()).toEqual([
    "10: there is no page /nowhere",
    "17: there is no page /home/none/…",
    "21: there is no page /home/notes/missing",
    "22: Links to pages and documents need an integer id.",
    "23: expected a page's path such as /home/notes",
    "24: there is no page /home//notes",
    "29: there is no page /gone",
    "29: unknown key",
  ]);
  expect(await pageIdAt("/home")).toBeUndefined();
});

const ring = described(link("/home/notes/c"), [
  linking("a", "/home/notes/b", { draft: { detail: [paragraph("/home/notes/c")] } }),
  linking("b", "/home/notes/c", { restriction: { type: "login" } }),
  linking("c", "/home/notes/a", {
    detail: [{ type: "see", value: [{ target: { page: "/home/notes/a" }, words: "x" }] }],
  }),
]);
const ringPaths = ["/home", "/home/notes", ...["a", "b", "c"].map((slug) => `/home/notes/${slug}`)];

test("an export names pages by path, and changes nothing where it comes from, nor elsewhere when applied again", async () => {
  const { ids } = await applyManifest(ring);
  const more = (posts: readonly object[]) => applyManifest(described(link("/home/notes/c"), posts));
  await more([linking("d", "/home/notes/a"), post("gone")]);
  const gone = (await pageIdAt("/home/notes/gone"))!;
  const code = { type: "code", value: { language: "html", source: link(gone) } };
  await more([
    post("e", { detail: [paragraph(gone), code] }),
    post("f", {
      detail: [{ type: "see", value: [{ target: gone, words: link(ids.pages["/home/notes/a"]) }] }, code],
    }),
    post("g", { stored_body: { aside: [{ type: "old", value: link(gone) }] } }),
  ]);
  await binPage(gone, { permit: () => {} });
  const { manifest } = await exportManifest();
  const [home] = manifest.pages as [{ children: [{ children: Record<string, unknown>[] }] }];
  const [blog] = home.children;
  expect(blog).toMatchObject({ description: link("/home/notes/c") });
  const found = Object.fromEntries(blog.children.map(({ slug, ...fields }) => [slug, fields]));
  const item = (value: object) => ({ type: "item", id: expect.any(String), value });
  expect(found).toMatchObject({
    a: { detail: [paragraph("/home/notes/b")], draft: { detail: [paragraph("/home/notes/c")] } },
    b: { detail: [paragraph("/home/notes/c")] },
    c: {
      stored_body: {
        detail: [{ type: "see", value: [item({ target: { $page: "/home/notes/a" }, words: "<p>x</p>" })] }],
      },
    },
    d: { detail: [paragraph("/home/notes/a")] },
    e: { detail: [paragraph("0"), code] },
    f: {
      stored_body: {
        detail: [{ type: "see", value: [item({ target: null, words: link("/home/notes/a") })] }, code],
      },
    },
    g: { stored_body: { aside: [{ type: "old", value: link(gone) }] } },
  });
  // Links to the page that is gone end; all others are what they were.
  expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 2 });
  expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });

  await useEmptyTable();
  await applyManifest({
    version: 1,
    pages: ["x", "y"].map((slug) => ({ type: "site.Blog", slug, title: slug })),
  });
  await applyManifest(manifest);
  expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });
  expect(await bodyOf("/home/notes/b")).toEqual({ detail: [paragraph(await pageIdAt("/home/notes/c"))] });
  expect(await pageIdAt("/home/notes/c")).not.toBe(ids.pages["/home/notes/c"]);
});

test("a dry run counts new pages, and those that are to lead to them", async () => {
  await applyManifest(blogWith([post("a"), post("b")]));
  const site = blogWith([linking("a", "/home/notes/new"), linking("new", "/home/notes/b"), post("b")]);
  const would = await applyManifest(site, { dryRun: true });
  expect(would).toMatchObject({ created: 1, updated: 1, unchanged: 3 });
  expect(await applyManifest(site)).toMatchObject({ created: 1, updated: 1, unchanged: 3 });
});

/** The kinds of changes of each page. */
const story = async () => {
  const histories: Record<string, readonly string[]> = {};
  for (const path of ringPaths) {
    const id = await pageIdAt(path);
    if (id !== undefined) histories[path] = (await readAudit(id)).map(({ kind }) => kind);
  }
  return histories;
};

/** Fails for a link of a public page that leads to no page that exists. */
const expectNoStrayLinks = async (): Promise<void> => {
  const ids = await Promise.all(ringPaths.map(pageIdAt));
  const known = new Set(ids);
  for (const live of await readLiveContents(ids.filter((id) => id !== undefined)))
    for (const [id] of JSON.stringify(live?.content ?? null).matchAll(
      /(?<=linktype=\\"page\\" id=\\"|"target":)\d+/g,
    ))
      expect(known).toContain(Number(id));
};

test("a run that ends between any two writes leaves no public link astray, and is completed by the next one", async () => {
  await applyManifest(blogWith([]));
  const beginning = await wholeTable();
  const run = () => applyManifest(blogWith([linking("a", "/home/notes/b"), linking("b", "/home/notes/a")]));
  await run();
  const whole = await story();
  const [created, published] = ["wagtail.create", "wagtail.publish"];
  expect(whole["/home/notes/a"]).toEqual([created, "wagtail.edit", published]);
  expect(whole["/home/notes/b"]).toEqual([created, published]);
  for (let [writes, interrupted] = [0, true]; interrupted; writes++) {
    await restoreTable(beginning);
    interrupted = await interruptAfter(writes, run);
    await expectNoStrayLinks();
    expect((await run()).created).toBeLessThanOrEqual(2);
    await expectNoStrayLinks();
    const histories = await story();
    for (const path of ringPaths)
      expect(histories[path]?.length ?? 0, `${path} after ${writes} writes`).toBe(whole[path]?.length ?? 0);
  }
});

test("parts with time for one change each create every page once, and then change each at most once", async () => {
  await applyManifest({ version: 1, users: [{ username: "root", superuser: true }] });
  const hasTime = () => false;
  const part = () =>
    applyPart(ring, {
      ...{ dryRun: false, pruning: undefined, variables: {}, exposed: false, hasTime },
      caller: { username: "root", token: null },
      files: sentFiles({ described: [], found: [], userId: 1, hasTime }),
    });
  const created: string[] = [];
  let parts = 0;
  for (let state = "applying"; state !== "complete"; parts++) {
    const applied = await part();
    expect(applied).toMatchObject({ state: expect.stringMatching(/^(applying|complete)$/), problems: [] });
    await expectNoStrayLinks();
    created.push(...applied.entries.created);
    state = applied.state;
    expect(parts).toBeLessThan(12);
  }
  expect(created).toEqual(ringPaths.map((path) => `page ${path}`));
  expect(await applyManifest(ring)).toMatchObject({ created: 0, updated: 0 });
});

test("four runs at once make each page once, and all links lead there", async () => {
  await Promise.all([1, 2, 3, 4].map(() => applyManifest(ring)));
  await expectNoStrayLinks();
  expect(await applyManifest(ring)).toMatchObject({ created: 0, updated: 0, unchanged: 5 });
});

test("episodes of a season that is new to a podcast may link to each other", async () => {
  const podcast = (more: object) => ({
    version: 1,
    pages: [{ type: "site.Podcast", slug: "calls", title: "Calls", ...more }],
  });
  await applyManifest(podcast({}));
  const episode = (slug: string, to: string) => ({
    ...linking(slug, `/calls/${to}`),
    type: "site.Episode",
    live: false,
  });
  const children = [
    { ...episode("one", "two"), season: { season: "s" } },
    { ...episode("two", "one"), season: { season: "s" } },
  ];
  const site = podcast({ seasons: [{ key: "s", number: 1 }], children });
  const { ids } = await applyManifest(site);
  expect(await contentOf("/calls/one")).toMatchObject({ season: ids.seasons.s });
  expect(await bodyOf("/calls/one")).toEqual({ detail: [paragraph(ids.pages["/calls/two"])] });
  expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0 });
});

test("a run stops if a page to which others link is made anew, and the next one leads them there", async () => {
  const site = (title: string) => blogWith([linking("a", "/home/notes/b"), post("b", { title })]);
  await applyManifest(site("first"));
  const former = (await pageIdAt("/home/notes/b"))!;
  const { slow } = await overtaken(
    () => applyManifest(site("second")).catch((error: unknown) => error),
    () => deletePage(former),
  );
  expect(slow).toBeInstanceOf(ApplyStopped);
  expect(slow).toMatchObject({
    message: "Somebody else has removed the page /home/notes/b, to which others link.",
    outcome: { created: 1, updated: 0 },
  });
  expect(await applyManifest(site("second"))).toMatchObject({ created: 0, updated: 1 });
  const id = await pageIdAt("/home/notes/b");
  expect(id).not.toBe(former);
  expect(await bodyOf("/home/notes/a")).toEqual({ detail: [paragraph(id)] });
});
