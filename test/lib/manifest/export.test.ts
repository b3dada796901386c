import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { blogWith, post, wholeSite } from "./site.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-export-"));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(useEmptyTable);

const password = "reed-warbler";
const secretOf = (name: string) => name.repeat(32);

/** The variables of an export, if every password is `password`, and a token's secret its repeated name. */
const environmentFor = (variables: readonly string[]) =>
  Object.fromEntries(
    variables.map((name) => [
      name,
      name.startsWith("LECTERN_TOKEN_") ? secretOf(name.slice(14).toLowerCase()) : password,
    ]),
  );

const exported = async () => {
  const { manifest, variables } = await exportManifest();
  const file = join(folder, "site.yaml");
  await writeFile(file, stringify(manifest, { aliasDuplicateObjects: false }));
  return { manifest, file, environment: environmentFor(variables) };
};

const expectRoundTrip = async (site: object): Promise<void> => {
  await useEmptyTable();
  await applyManifest(site);
  const { manifest, file, environment } = await exported();
  expect(await applyManifest(file, { environment })).toMatchObject({ created: 0, updated: 0 });
  await useEmptyTable();
  await applyManifest(file, { environment });
  expect((await exportManifest()).manifest).toEqual(manifest);
};

test("a whole site is written as the file that makes the same one of an empty service", async () => {
  const users = wholeSite.users.map((user) => ({ ...user, password }));
  const tokens = wholeSite.tokens.map((token) => ({ ...token, secret: secretOf(token.name) }));
  await expectRoundTrip({ ...wholeSite, users, tokens });
});

test("locks, approvals, newer drafts and reviews survive being written, applied again and applied elsewhere", async () => {
  const scheduled_at = "2090-01-01T00:00:00.000Z";
  const review = { locked: true, workflow: { name: "Review", state: "needs_changes" } };
  await expectRoundTrip(
    blogWith(
      [
        post("free", { workflow: { name: "Review", state: "in_progress" } }),
        post("reviewed", { live: false, ...review }),
        post("soon", {
          live: false,
          locked: true,
          locked_by: "ada",
          scheduled_at,
          newer_draft: { title: "Sooner" },
        }),
        post("changing", {
          draft: { title: "Changed", slug: "changed" },
          scheduled_at,
          newer_draft: { title: "Changed again" },
        }),
        post("again", { scheduled_at }),
        post("again-and-newer", { scheduled_at, newer_draft: { title: "Newer" } }),
      ],
      {
        groups: [{ name: "Editors" }, { name: "Writers" }],
        users: [{ username: "ada" }],
        workflows: [
          {
            name: "Review",
            tasks: [
              { name: "Reading", groups: ["Writers"] },
              { name: "Approval", groups: ["Editors", "Writers"] },
            ],
            pages: ["/home/notes"],
          },
        ],
      },
    ),
  );
});

test("what has its default is left out, and passwords are variables with names of their own", async () => {
  await applyManifest(
    blogWith([post("heron")], {
      users: [{ username: "a-b", password: "x" }, { username: "a.b", password: "y" }, { username: "c" }],
      collections: [{ path: "Root/A", restriction: { type: "password", password: "z" } }],
    }),
  );
  const { manifest, variables } = await exportManifest();
  expect(variables).toEqual(["LECTERN_PASSWORD_A_B", "LECTERN_PASSWORD_A_B_2", "LECTERN_PASSWORD_ROOT_A"]);
  expect(manifest.users).toEqual([
    { username: "a-b", password: "env:LECTERN_PASSWORD_A_B" },
    { username: "a.b", password: "env:LECTERN_PASSWORD_A_B_2" },
    { username: "c" },
  ]);
  expect(manifest).toMatchObject(blogWith([post("heron")]));
  expect(JSON.stringify(manifest)).not.toMatch(/owner|draft|live|restriction":null|stored_body|seo_title/);
});

test("blocks that authors could not have written are stored blocks", async () => {
  const stored = [
    { type: "paragraph", value: "<p onclick='x()'>unsafe</p>" },
    { type: "gallery", value: { layout: "default", gallery: [] } },
  ];
  const overview = [{ type: "paragraph", value: "<p>fine</p>" }];
  const { title } = post("heron") as { title: string };
  const written = { type: "site.Post", slug: "heron", title, overview, stored_body: { detail: stored } };
  await applyManifest(blogWith([written]));
  expect((await exportManifest()).manifest).toMatchObject(blogWith([written]));
});

test("a draft says only what it changes", async () => {
  const { ids } = await applyManifest(blogWith([post("heron", { tags: ["a"], overview: [] })]));
  const change = (latest: AnyContent) => ({ ...latest, tags: [], seoTitle: "Heron" });
  await saveDraft(ids.pages["/home/notes/heron"]!, { authorId: null, permit: () => {}, change });
  const { manifest } = await exportManifest();
  expect(manifest).toMatchObject(blogWith([post("heron", { draft: { tags: [], seo_title: "Heron" } })]));
});

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((value) => value.trim() !== "" && value.isWellFormed() && !value.includes("\0"));
const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/);
const unique = <Value>(values: fc.Arbitrary<Value>, key: (value: Value) => unknown, maxLength = 3) =>
  fc.uniqueArray(values, { selector: key, maxLength });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const usernames = ["ada", "bo"] as const;
const groupNames = ["Editors", "Readers"] as const;
const categorySlugs = ["nature", "weather"] as const;

const authorBlock = fc.oneof(
  text.map((value) => ({ type: "paragraph", value: `<p>${value} <b>x</b></p>` })),
  fc.record({ language: slug, source: text }).map((value) => ({ type: "code", value })),
);
const storedBlock = fc.record(
  { type: slug, value: fc.jsonValue({ maxDepth: 2 }) },
  { requiredKeys: ["type", "value"] },
);
const restriction = fc.oneof(
  fc.constant({ type: "login" }),
  fc.constant({ type: "password", password }),
  fc.constant({ type: "groups", groups: ["Editors"] }),
);
const section = fc.array(authorBlock, { maxLength: 2 });
const postContent = {
  seo_title: maybe(text),
  tags: maybe(fc.array(text, { maxLength: 2 })),
  categories: maybe(fc.subarray([...categorySlugs])),
  overview: maybe(section),
  detail_markdown: maybe(text),
  stored_body: maybe(fc.record({ aside: fc.array(storedBlock, { maxLength: 2 }) })),
};
const randomPost = fc.record({
  type: fc.constant("site.Post"),
  slug,
  title: text,
  visible_date: fc.constant("2026-01-02T03:04:05Z"),
  ...postContent,
  owner: maybe(fc.constantFrom(...usernames)),
  live: fc.constant(true),
  draft: maybe(fc.record({ title: maybe(text), ...postContent })),
  show_in_menus: fc.boolean(),
  restriction: maybe(restriction),
});
const randomBlog = fc.record({
  type: fc.constantFrom("site.Blog", "site.Podcast"),
  slug,
  title: text,
  description: maybe(text.map((value) => `<p>${value}</p>`)),
  live: fc.boolean(),
  restriction: maybe(restriction),
  children: unique(randomPost, (page) => page.slug),
});
const randomSite = fc.record({
  version: fc.constant(1),
  site: maybe(fc.record({ name: text })),
  groups: fc.constant(groupNames.map((name) => ({ name, pages: [{ page: "/", allow: ["add"] }] }))),
  users: fc
    .record({
      email: text,
      staff: fc.boolean(),
      superuser: fc.boolean(),
      groups: fc.subarray([...groupNames]),
    })
    .map((fields) => usernames.map((username) => ({ username, ...fields }))),
  tokens: unique(
    fc.record({
      name: fc.constantFrom("ci", "cd"),
      user: fc.constantFrom(...usernames),
      scopes: maybe(fc.subarray(["write"])),
    }),
    ({ name }) => name,
  ).map((tokens) => tokens.map((token) => ({ ...token, secret: secretOf(token.name) }))),
  collections: maybe(
    fc.record({ restriction: maybe(restriction) }).map((fields) => [{ path: "Root/A", ...fields }]),
  ),
  categories: fc.constant(categorySlugs.map((name) => ({ slug: name, name }))),
  pages: unique(randomBlog, (page) => page.slug, 2),
});

test("any site makes a file that makes the same site", async () => {
  await fc.assert(fc.asyncProperty(randomSite, expectRoundTrip), { numRuns: 25 });
});
