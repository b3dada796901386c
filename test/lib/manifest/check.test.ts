import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { certain } from "#lib/certain.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { pageSchema } from "#lib/manifest/page-schema.ts";
import { siteSchema } from "#lib/manifest/schema.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { itemsIn } from "#test/support/items-in.ts";
import { blogWith, post, problemsOf, wholeSite } from "./site.ts";

let folder = "";
beforeAll(async () => {
  await useEmptyTable();
  folder = await mkdtemp(join(tmpdir(), "lectern-check-"));
});
afterAll(() => rm(folder, { recursive: true }));

const fileWith = async (text: string): Promise<string> => {
  const file = join(folder, "site.yaml");
  await writeFile(file, text);
  return file;
};

const refusedFor = async (manifest: object): Promise<string[]> =>
  (await problemsOf(applyManifest(manifest))).map(({ path, message }) => `${path}: ${message}`);

const one = "pages[0].children[0].children[0]";
const home = (fields: object): object => ({ type: "site.HomePage", slug: "home", title: "Home", ...fields });

const pages = (...nodes: object[]): object => ({ version: 1, pages: nodes });

/** A manifest, and all that is said about it. */
type Row = readonly [name: string, manifest: object, problems: readonly (string | RegExp)[]];

const reservedSlug = (slug: string): string =>
  `No page below the home page can be called '${slug}': the addresses below /${slug}/ are the service's own.`;

/** The keys of a schema: these, in this order, and those of fields that are declared later. */
const withLater = (known: string, keys: readonly string[]): string => {
  const shown = keys.filter((key) => known.split(", ").includes(key)).join(", ");
  if (shown !== known) throw new Error(`Expected ${known}, found ${shown}`);
  return keys.join(", ");
};

const postSchema = certain(pageSchema.options.find((each) => each.shape.type.value === "site.Post"));

const inOnePost = (name: string, fields: object, ...problems: string[]): Row => [
  name,
  blogWith([post("heron", fields)]),
  problems.map((problem) => `${one}${problem}`),
];

const form: readonly Row[] = [
  ["a version that is not ours", { version: 2 }, ["version: expected 1"]],
  ["no version", {}, ["version: is required: expected 1"]],
  [
    "an unknown key at the top",
    { version: 1, page: [] },
    [/^page: unknown key; expected one of version, site, groups, /],
  ],
  [
    "an unknown key in a part",
    { version: 1, site: { nam: "x" } },
    [
      `site.nam: unknown key; expected one of ${withLater("name, base_url, theme, locale, timezone, logo, favicon, share_image, navigation, social_links, rich_text_features, websub_hub", Object.keys(siteSchema.shape))}`,
    ],
  ],
  ["something else than a list", { version: 1, users: { ada: {} } }, ["users: expected a list"]],
  ["something else than a map", { version: 1, users: ["ada"] }, ["users[0]: expected a map"]],
  ["a missing name", { version: 1, groups: [{}] }, ["groups[0].name: is required: expected text"]],
  [
    "a number in the place of text",
    { version: 1, users: [{ username: 7 }] },
    ["users[0].username: expected text: put 7 in quotes"],
  ],
  [
    "a word in the place of true or false",
    { version: 1, users: [{ username: "a", staff: "yes" }] },
    ["users[0].staff: expected true or false"],
  ],
  [
    "a permission that there is not",
    { version: 1, groups: [{ name: "g", pages: [{ page: "/", allow: ["fly"] }] }] },
    ["groups[0].pages[0].allow[0]: expected one of add, change, publish, bulk_delete, lock, unlock"],
  ],
  [
    "an address with a path",
    { version: 1, site: { base_url: "https://a.example/b" } },
    ["site.base_url: expected an address such as https://notes.example, without a path"],
  ],
  [
    "a collection outside of Root",
    { version: 1, collections: [{ path: "Shows" }] },
    ["collections[0].path: expected a collection's path such as Root/Shows"],
  ],
  [
    "a page path without its slash",
    { version: 1, groups: [{ name: "g", pages: [{ page: "home", allow: [] }] }] },
    ["groups[0].pages[0].page: expected a page's path such as /home/notes"],
  ],
  [
    "a page type that there is not",
    { version: 1, pages: [{ type: "site.Folder", title: "x" }] },
    [
      "pages[0].type: expected one of site.HomePage, site.Blog, site.Podcast, site.Post, site.Episode, site.Page",
    ],
  ],
  [
    "a restriction that there is not",
    { version: 1, collections: [{ path: "Root/A", restriction: { type: "secret" } }] },
    ["collections[0].restriction.type: expected one of login, groups, password"],
  ],
  [
    "a restriction to no groups",
    { version: 1, collections: [{ path: "Root/A", restriction: { type: "groups", groups: [] } }] },
    ["collections[0].restriction.groups: expected a list that is not empty"],
  ],
  [
    "a title of nothing that a slug could be made of",
    { version: 1, pages: [{ type: "site.Blog", title: "…" }] },
    ["pages[0].slug: is required: no slug can be made of the title"],
  ],
  inOnePost("a blank title", { title: " " }, ".title: expected text that is not blank"),
  inOnePost("a title too long", { title: "x".repeat(256) }, ".title: expected at most 255 characters"),
  inOnePost(
    "null characters",
    { search_description: "a\0b" },
    ".search_description: expected text without null characters and half surrogate pairs",
  ),
  inOnePost("blanks in a slug", { slug: "a b" }, '.slug: expected at most 255 letters, digits, "_" and "-"'),
  inOnePost(
    "a date that is none",
    { visible_date: "2026-02-30" },
    ".visible_date: expected a date and time such as 2026-01-02T03:04:05Z",
  ),
  inOnePost("a tag too long", { tags: ["ok", "x".repeat(101)] }, ".tags[1]: expected at most 100 characters"),
  inOnePost(
    "too many tags",
    { tags: Array.from({ length: 201 }, String) },
    ".tags: expected a list of at most 200",
  ),
  inOnePost(
    "a stored block without a value",
    { detail: undefined, stored_body: { detail: [{ type: "embed" }] } },
    ".stored_body.detail[0].value: is required: expected a stored value",
  ),
  inOnePost(
    "a draft that publishes",
    { draft: { live: true } },
    `.draft.live: unknown key; expected one of ${withLater(
      "title, slug, seo_title, search_description, visible_date, tags, categories, authors, aliases, guid, source, cover_image, overview, overview_markdown, detail, detail_markdown, stored_body",
      Object.keys(postSchema.shape.draft.unwrap().shape),
    )}`,
  ),
];

const names: readonly Row[] = [
  [
    "two groups of one name",
    { version: 1, groups: [{ name: "a" }, { name: "a" }] },
    ["groups[1].name: expected another name than that of groups[0]"],
  ],
  [
    "two users of one name",
    { version: 1, users: [{ username: "a" }, { username: "a" }] },
    ["users[1].username: expected another username than that of users[0]"],
  ],
  [
    "two tokens of one name and secret",
    {
      version: 1,
      users: [{ username: "a" }],
      tokens: [
        { name: "t", user: "a", secret: "s" },
        { name: "t", user: "a", secret: "s" },
      ],
    },
    [
      "tokens[1].name: expected another name than that of tokens[0]",
      "tokens[1].secret: expected another secret than that of tokens[0]",
    ],
  ],
  [
    "a collection twice",
    { version: 1, collections: [{ path: "Root/A" }, { path: "Root/A" }] },
    ["collections[1].path: expected another path than that of collections[0]"],
  ],
  [
    "a category twice",
    {
      version: 1,
      categories: [
        { slug: "a", name: "A" },
        { slug: "a", name: "B" },
      ],
    },
    ["categories[1].slug: expected another slug than that of categories[0]"],
  ],
  [
    "a page twice",
    blogWith([post("a"), post("a")]),
    [
      "pages[0].children[0].children[1].slug: expected another slug than that of pages[0].children[0].children[0]",
    ],
  ],
  [
    "a key twice",
    blogWith([post("a", { key: "k" }), post("b", { key: "k" })]),
    [
      "pages[0].children[0].children[1].key: expected another key than that of pages[0].children[0].children[0]",
    ],
  ],
  [
    "a page twice in one group",
    {
      version: 1,
      groups: [
        {
          name: "g",
          pages: [
            { page: "/", allow: [] },
            { page: "/", allow: [] },
          ],
        },
      ],
    },
    ["groups[0].pages[1].page: expected another page than that of groups[0].pages[0]"],
  ],
  [
    "a post below the root",
    { version: 1, pages: [post("a")] },
    ["pages[0].type: a site.Post cannot stand here; expected one of site.HomePage, site.Blog, site.Podcast"],
  ],
  [
    "a blog below a post",
    blogWith([post("a", { children: [{ type: "site.Blog", title: "b" }] })]),
    [`${one}.children[0].type: a site.Blog cannot stand here; expected no pages below this one`],
  ],
  inOnePost(
    "a section in two forms",
    { detail_markdown: "x" },
    ".detail_markdown: expected either detail or detail_markdown",
  ),
  inOnePost(
    "a section of a draft in two forms",
    { draft: { overview: [], overview_markdown: "" } },
    ".draft.overview_markdown: expected either overview or overview_markdown",
  ),
  inOnePost(
    "a section in stored form as well",
    { stored_body: { detail: [] } },
    ".stored_body.detail: expected the section detail in one form only",
  ),
  inOnePost(
    "another slug for the draft of a page that is not live",
    { live: false, draft: { slug: "b" } },
    ".draft.slug: expected heron: a page that is not live has the slug of its draft",
  ),
  [
    "variables that are not set",
    {
      version: 1,
      users: [{ username: "a", password: "env:NO_SUCH" }],
      tokens: [{ name: "t", user: "a", secret: "env:EMPTY" }],
      collections: [{ path: "Root/A", restriction: { type: "password", password: "env:NO_SUCH" } }],
    },
    [
      "users[0].password: the environment variable NO_SUCH is not set",
      "tokens[0].secret: the environment variable EMPTY is not set",
      "collections[0].restriction.password: the environment variable NO_SUCH is not set",
    ],
  ],
];

const reserved: readonly Row[] = [
  ...["api", "accounts", "media", "cms"].map(
    (slug): Row => [
      `the slug ${slug} right below the home page`,
      pages(home({ children: [{ type: "site.Blog", slug, title: "Notes", live: true }] })),
      [`pages[0].children[0].slug: ${reservedSlug(slug)}`],
    ],
  ),
  [
    "such a slug for a draft",
    pages(
      home({
        children: [{ type: "site.Blog", slug: "notes", title: "Notes", live: true, draft: { slug: "api" } }],
      }),
    ),
    [`pages[0].children[0].draft.slug: ${reservedSlug("api")}`],
  ],
];

const references: readonly Row[] = [
  [
    "the task of a workflow, and who started it",
    blogWith([post("heron", { workflow: { name: "w", state: "in_progress", task: "z", started_by: "a" } })], {
      groups: [{ name: "g" }],
      workflows: [{ name: "w", tasks: [{ name: "t", groups: ["g"] }] }],
    }),
    [`${one}.workflow.task: the workflow w has no task z`, `${one}.workflow.started_by: there is no user a`],
  ],
  [
    "a user's group",
    { version: 1, users: [{ username: "a", groups: ["g"] }] },
    ["users[0].groups[0]: there is no group g"],
  ],
  [
    "a token's user",
    { version: 1, tokens: [{ name: "t", user: "a", secret: "s" }] },
    ["tokens[0].user: there is no user a"],
  ],
  [
    "a permission's page",
    { version: 1, groups: [{ name: "g", pages: [{ page: "/home/x", allow: [] }] }] },
    ["groups[0].pages[0].page: there is no page /home/x"],
  ],
  [
    "a permission's collection",
    { version: 1, groups: [{ name: "g", collections: [{ collection: "Root/X" }] }] },
    ["groups[0].collections[0].collection: there is no collection Root/X"],
  ],
  [
    "a collection's parent",
    { version: 1, collections: [{ path: "Root/A/B" }] },
    ["collections[0].path: there is no collection Root/A"],
  ],
  [
    "a collection's restriction",
    { version: 1, collections: [{ path: "Root/A", restriction: { type: "groups", groups: ["g"] } }] },
    ["collections[0].restriction.groups[0]: there is no group g"],
  ],
  inOnePost("an owner", { owner: "a" }, ".owner: there is no user a"),
  inOnePost(
    "a restriction",
    { restriction: { type: "groups", groups: ["g"] } },
    ".restriction.groups[0]: there is no group g",
  ),
  inOnePost(
    "categories",
    { categories: ["x"], draft: { categories: ["y"] } },
    ".categories[0]: there is no category x",
    ".draft.categories[0]: there is no category y",
  ),
];

/** Where a body is wrong; the words are the editor API's. */
const bodies: readonly (readonly [name: string, fields: object, paths: readonly string[]])[] = [
  ["a block without a type", { detail: [{ value: 1 }] }, ["detail[0].type"]],
  [
    "blocks of other kinds, each one",
    { detail: [{ type: "embed", value: "x" }], overview: [{ type: "odd" }, { type: "odd" }] },
    ["overview[0].type", "overview[1].type", "detail[0].type"],
  ],
  [
    "code without its members",
    { detail: [{ type: "code", value: {} }] },
    ["detail[0].value.language", "detail[0].value.source"],
  ],
  [
    "an embed tag in a draft",
    { draft: { detail: [{ type: "paragraph", value: "<embed>" }] } },
    ["draft.detail[0].value"],
  ],
  ["images in Markdown", { detail: undefined, detail_markdown: "a\n\n![b](c)" }, ["detail_markdown"]],
  [
    "a placeholder of nothing",
    { draft: { detail: [{ type: "unsupported", value: { stored_type: "embed", position: "detail.1" } }] } },
    ["draft.detail[0].value.position"],
  ],
];

const someComment = { name: "B", email: "b@example.org", body: "x", moderation: "ham" };

const comments: readonly Row[] = [
  inOnePost(
    "a comment that says nothing of itself",
    { comments: [{}] },
    ".comments[0].name: is required: expected text",
    ".comments[0].body: is required: expected text",
    ".comments[0].moderation: is required: expected one of ham, spam, pending",
  ),
  inOnePost(
    "comments by nobody, of nothing, and undecided in another way",
    { comments: [someComment, { ...someComment, name: " ", body: "\n", moderation: "maybe" }] },
    ".comments[1].name: expected text that is not blank",
    ".comments[1].body: expected text that is not blank",
    ".comments[1].moderation: expected one of ham, spam, pending",
  ),
  inOnePost(
    "answers to comments that do not stand before them, and a key that another has",
    {
      comments: [
        { ...someComment, answer_to: "late" },
        { ...someComment, key: "late" },
        { ...someComment, key: "late", answer_to: "never" },
      ],
    },
    ".comments[0].answer_to: no comment before it has the key late",
    ".comments[2].answer_to: no comment before it has the key never",
    ".comments[2].key: expected another key than that of a comment before it",
  ),
  inOnePost(
    "a comment that goes on for too long",
    {
      comments: [
        { ...someComment, name: "n".repeat(151), email: `${"e".repeat(254)}@`, body: "b".repeat(10_001) },
      ],
    },
    ".comments[0].name: expected at most 150 characters",
    ".comments[0].email: expected at most 254 characters",
    ".comments[0].body: expected at most 10000 characters",
  ),
  inOnePost(
    "a comment of no day",
    { comments: [{ ...someComment, created_at: "soon" }] },
    ".comments[0].created_at: expected a date and time such as 2026-01-02T03:04:05Z",
  ),
  inOnePost(
    "more comments than are kept of a page",
    { comments: Array(201).fill({ ...someComment, body: "b".repeat(10_000) }) },
    ".comments: expected at most 2000000 bytes of comments",
  ),
  [
    "comments on a blog",
    { version: 1, pages: [home({ children: [{ type: "site.Blog", slug: "b", title: "B", comments: [] }] })] },
    [/^pages\[0\]\.children\[0\]\.comments: unknown key; expected one of /],
  ],
];

const states: readonly Row[] = [
  [
    "a workflow without tasks",
    { version: 1, workflows: [{ name: "R", tasks: [] }] },
    ["workflows[0].tasks: expected a list that is not empty"],
  ],
  [
    "a workflow of groups and pages that do not exist",
    { version: 1, workflows: [{ name: "R", tasks: [{ name: "T", groups: ["G"] }], pages: ["/nowhere"] }] },
    [
      "workflows[0].pages[0]: there is no page /nowhere",
      "workflows[0].tasks[0].groups[0]: there is no group G",
    ],
  ],
  [
    "workflows and tasks of one name",
    {
      version: 1,
      workflows: [
        {
          name: "R",
          tasks: [
            { name: "T", groups: [] },
            { name: "T", groups: [] },
          ],
        },
        { name: "R", tasks: [{ name: "T", groups: [] }] },
      ],
    },
    [
      "workflows[0].tasks[1].name: expected another name than that of workflows[0].tasks[0]",
      "workflows[1].name: expected another name than that of workflows[0]",
    ],
  ],
  inOnePost(
    "a lock of somebody who does not exist",
    { locked: true, locked_by: "nobody" },
    ".locked_by: there is no user nobody",
  ),
  inOnePost(
    "an owner without a lock, and a newer draft without a schedule",
    { locked_by: "nobody", newer_draft: {} },
    ".locked_by: expected `locked: true` beside it",
    ".locked_by: there is no user nobody",
    ".newer_draft: expected `scheduled_at` beside it: without a schedule the draft is `draft`",
  ),
  inOnePost(
    "a newer draft under another slug than that of a page that is not live",
    { live: false, scheduled_at: "2030-01-01", newer_draft: { slug: "elsewhere" } },
    ".newer_draft.slug: expected heron: a page that is not live has the slug of its draft",
  ),
  inOnePost(
    "a state of a workflow that does not exist",
    { workflow: { name: "R", state: "in_progress" } },
    ".workflow.name: there is no workflow R",
  ),
];

describe.each<[string, readonly Row[]]>([
  ["a state is refused:", states],
  ["the format refuses", form],
  ["a file is refused for", names],
  ["an address of the service is not to be had:", reserved],
  ["a reference to what does not exist is refused:", references],
  ["readers have said", comments],
])("%s", (_heading, rows) => {
  test.each(rows)("%s", async (_name, manifest, problems) => {
    const found = await refusedFor(manifest);
    expect([...found].sort()).toEqual(
      [...problems]
        .sort()
        .map((problem) => (problem instanceof RegExp ? expect.stringMatching(problem) : problem)),
    );
  });
});

describe("a body is refused for", () => {
  test.each(bodies)("%s", async (_name, fields, paths) => {
    const problems = await problemsOf(applyManifest(blogWith([post("heron", fields)])));
    expect(problems.map(({ path }) => path)).toEqual(paths.map((path) => `${one}.${path}`));
  });

  test("an embed tag in a description", async () => {
    const children = [{ type: "site.Blog", title: "B", description: "<embed>" }];
    const problems = await problemsOf(applyManifest({ version: 1, pages: [home({ children })] }));
    expect(problems.map(({ path }) => path)).toEqual(["pages[0].children[0].description"]);
  });
});

test("a draft may keep the stored blocks of the page below it", async () => {
  await useEmptyTable();
  const stored_body = { detail: [{ type: "embed", value: "https://video.example/1" }] };
  const kept = { type: "unsupported", value: { stored_type: "embed", position: "detail.0" } };
  const added = { type: "paragraph", value: "<p>added</p>" };
  const { ids } = await applyManifest(
    blogWith([post("heron", { detail: undefined, stored_body, draft: { detail: [added, kept] } })]),
  );
  const { latest } = (await readEditablePage(ids.pages["/home/notes/heron"]!))!;
  expect(latest!.content).toMatchObject({
    body: [{ type: "detail", value: [added, stored_body.detail[0]] }],
  });
});

test("parts that say nothing are accepted", async () => {
  await useEmptyTable();
  const nothing = { images: [], audios: [], videos: [], workflows: [] };
  const quiet = { cover_image: null, comments: [], locked: false };
  expect(await applyManifest(blogWith([post("heron", quiet)], nothing))).toMatchObject({ created: 3 });
});

test("all problems are reported together, in the order of the lines, and nothing is written", async () => {
  await useEmptyTable();
  const file = await fileWith(`version: 1
sight: {}
groups:
  - name: Editors
    pages:
      - {page: /home, allow: [add, fly]}
    collections:
      - {collection: Root/Away, images: [choose], sound: []}
users:
  - username: ada
    groups: [Readers]
    pasword: x
  - {username: ada, staff: 1}
images: [{key: a, file: a, title: a}]
pages:
  - type: site.HomePage
    slug: home
    title: Home
    children:
      - type: site.Blog
        slug: notes
        title: Notes
        tags: []
        children:
          - type: site.Post
            title: Heron
            live: perhaps
            categories: [none]
            draft:
              live: true
              detail:
                - type: paragraph
                  value: <embed>
                - {type: video}
`);
  const problems = await problemsOf(applyManifest(file));
  expect(problems.map(({ line }) => line)).toEqual(problems.map(({ line }) => line).sort((a, b) => a - b));
  expect(problems.map(({ line, path }) => `${line} ${path}`).sort(byLine)).toEqual([
    "2 sight",
    "6 groups[0].pages[0].allow[1]",
    "8 groups[0].collections[0].collection",
    "8 groups[0].collections[0].sound",
    "11 users[0].groups[0]",
    "12 users[0].pasword",
    "13 users[1].staff",
    "13 users[1].username",
    "14 images[0].file",
    "23 pages[0].children[0].tags",
    `27 ${one}.live`,
    `28 ${one}.categories[0]`,
    `30 ${one}.draft.live`,
    `33 ${one}.draft.detail[0].value`,
    `34 ${one}.draft.detail[1].value`,
  ]);
  for (const pk of ["SITE", "USERS", "PAGE#1", "SEQUENCE", "CHANGES"]) expect(await itemsIn(pk)).toEqual([]);
});

const byLine = (a: string, b: string): number =>
  Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1);

describe("a file", () => {
  test.each<[string, string, string]>([
    ["with every syntax error", "a: [1\nb: 2\na: 3\n", "2,3"],
    ["with a key twice", "version: 1\nusers: []\nusers: []\n", "3"],
    ["of two documents", "version: 1\n---\nversion: 1\n", "2"],
    ["with an alias of nothing", "version: 1\nsite:\n  name: *b\n", "3"],
  ])("%s is refused by line", async (_name, text, lines) => {
    const problems = await problemsOf(applyManifest(await fileWith(text)));
    expect(problems.map(({ line }) => line).join()).toBe(lines);
  });

  test.each(["", "[]", "7", "null", "text"])("that says only %j is refused", async (text) => {
    expect(await problemsOf(applyManifest(await fileWith(text)))).toMatchObject([{ path: "", line: 1 }]);
  });

  test("that is not UTF-8 is refused, and nothing of it is guessed", async () => {
    const file = await fileWith("");
    await writeFile(
      file,
      Buffer.from("version: 1\ncategories:\n  - {slug: cafe, name: Caf\xe9}\n", "latin1"),
    );
    expect(await problemsOf(applyManifest(file))).toMatchObject([{ message: "the file is not UTF-8" }]);
  });

  test("that is not there is refused in one line", async () => {
    const problems = await problemsOf(applyManifest(join(folder, "absent.yaml")));
    expect(problems).toMatchObject([
      { path: "", line: 1, message: expect.stringContaining("the file cannot be read") },
    ]);
  });

  test.each<[string, (value: object) => string]>([
    ["YAML", (value) => stringify(value, { aliasDuplicateObjects: false })],
    ["JSON", (value) => JSON.stringify(value)],
    ["JSON with tabs", (value) => JSON.stringify(value, null, "\t")],
  ])("may be %s", async (_name, write) => {
    await useEmptyTable();
    const { created } = await applyManifest(wholeSite);
    await useEmptyTable();
    expect((await applyManifest(await fileWith(write(wholeSite)))).created).toBe(created);
  });
});

describe("the service that a file meets", () => {
  beforeEach(useEmptyTable);

  test("lends its groups, users, categories, collections and pages to references", async () => {
    await applyManifest(wholeSite);
    const outcome = await applyManifest({
      version: 1,
      groups: [
        {
          name: "New",
          pages: [{ page: "/home/notes/heron", allow: [] }],
          collections: [{ collection: "Root/Shows" }],
        },
      ],
      users: [{ username: "cy", groups: ["Writers"] }],
      tokens: [{ name: "new", user: "bo", secret: "new" }],
      collections: [{ path: "Root/Shows/New" }],
    });
    expect(outcome).toMatchObject({ created: 4, updated: 0 });
  });

  test("lends nothing when it is pruned", async () => {
    await applyManifest(wholeSite);
    const file = { version: 1, users: [{ username: "cy", groups: ["Writers"] }] };
    const problems = await problemsOf(applyManifest(file, { prune: true }));
    expect(problems).toMatchObject([{ path: "users[0].groups[0]", message: "there is no group Writers" }]);
  });

  test("keeps a page's type", async () => {
    await applyManifest(blogWith([]));
    const file = {
      version: 1,
      pages: [home({ children: [{ type: "site.Podcast", slug: "notes", title: "Notes" }] })],
    };
    expect(await refusedFor(file)).toEqual([
      "pages[0].children[0].type: expected site.Blog, which the page /home/notes is: a page keeps its type",
    ]);
  });

  test("keeps a secret for the token that has it", async () => {
    await applyManifest(wholeSite);
    const file = { version: 1, tokens: [{ name: "other", user: "ada", secret: "one" }] };
    expect(await refusedFor(file)).toEqual([
      "tokens[0].secret: expected another secret than that of the token ci",
    ]);
  });
});
