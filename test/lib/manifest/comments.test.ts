import { beforeEach, expect, test } from "vitest";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { readComments } from "#lib/store/comments.ts";
import { readPage } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { blogWith, post } from "./site.ts";

beforeEach(useEmptyTable);

const lovely = { name: "Bo", email: "bo@example.org", body: "Lovely!", moderation: "ham" };
const pills = { name: "Pills", email: "", body: "Cheap <b>pills</b>\nhere", moderation: "spam" };
const hm = { name: "Cy", email: "cy@example.org", body: "Hm.", moderation: "pending" };

const siteWith = (comments: readonly object[] | undefined, fields: object = {}) =>
  blogWith([post("heron", { ...(comments && { comments }), ...fields })]);

const storedAt = async (id: number): Promise<readonly Comment[]> =>
  (await readComments((await readPage(id))!)) ?? [];

/** Applies the comments, and says what is stored then and what became of the objects. */
const applied = async (comments: readonly object[] | undefined, options: object = {}) => {
  const { ids, created, updated } = await applyManifest(siteWith(comments), options);
  const id = ids.pages["/home/notes/heron"]!;
  return { id, created, updated, stored: await storedAt(id) };
};

test("comments are stored in the order of the file, and the second run changes nothing", async () => {
  const { stored } = await applied([lovely, pills, hm]);
  expect(stored).toEqual([
    {
      id: expect.any(Number),
      parentId: null,
      name: "Bo",
      email: "bo@example.org",
      title: "",
      text: "Lovely!",
      createdAt: expect.stringMatching(/^20/),
      moderation: "ham",
    },
    expect.objectContaining({
      name: "Pills",
      email: "",
      text: "Cheap <b>pills</b>\nhere",
      moderation: "spam",
    }),
    expect.objectContaining({ name: "Cy", text: "Hm.", moderation: "pending" }),
  ]);
  const ids = stored.map(({ id }) => id);
  expect(ids).toEqual([ids[0], ids[0]! + 1, ids[0]! + 2]);
  expect(await applied([lovely, pills, hm])).toMatchObject({ created: 0, updated: 0, stored });
});

test("a changed list keeps the id and date of each comment with the same name, address and text", async () => {
  const { stored: before } = await applied([lovely, pills, hm, lovely]);
  const { updated, stored } = await applied([
    hm,
    { ...pills, moderation: "ham" },
    { ...lovely, name: "Di" },
    lovely,
  ]);
  expect(updated).toBe(1);
  const [first, second, third] = before;
  expect(stored).toEqual([
    third,
    { ...second, moderation: "ham" },
    expect.objectContaining({ name: "Di" }),
    first,
  ]);
  expect(stored[2]!.id).toBeGreaterThan(before[3]!.id);
});

test("a day that the file names is the comment's", async () => {
  const { stored } = await applied([{ ...lovely, created_at: "2025-03-04" }, hm]);
  expect(stored[0]!.createdAt).toBe("2025-03-04T00:00:00.000Z");
  expect(await applied([lovely, hm])).toMatchObject({ updated: 0, stored });
  const later = await applied([{ ...lovely, created_at: "2025-03-05" }, hm]);
  expect([later.updated, later.stored[0]]).toEqual([
    1,
    { ...stored[0], createdAt: "2025-03-05T00:00:00.000Z" },
  ]);
});

test.each([
  ["no `comments`", undefined, {}, 2],
  ["no `comments`, pruned", undefined, { prune: true }, 2],
  ["an empty list", [], {}, 0],
])("after %s there are as many as the file says", async (_, comments, options, count) => {
  await applied([lovely, pills]);
  expect((await applied(comments, options)).stored).toHaveLength(count);
});

test("a dry run says what would change, and changes nothing", async () => {
  const { stored } = await applied([lovely]);
  expect(await applied([lovely, hm], { dryRun: true })).toMatchObject({ updated: 1, stored });
  expect(await applied([lovely], { dryRun: true })).toMatchObject({ updated: 0, stored });
});

test("what was stored beside the file's words stays: titles, and what answers what", async () => {
  const { id, stored } = await applied([lovely, hm]);
  const [first, second] = stored as [Comment, Comment];
  const comments = [first, { ...second, parentId: first.id, title: "A doubt" }];
  await setComments(id, { permit: () => {}, comments });
  expect(await applied([lovely, hm])).toMatchObject({ updated: 0, stored: comments });
  expect((await applied([{ ...lovely, moderation: "spam" }, hm])).stored).toEqual([
    { ...first, moderation: "spam" },
    comments[1],
  ]);
});

test("what is exported makes the same comments elsewhere, drafts and episodes included", async () => {
  const site = {
    version: 1,
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Podcast",
            slug: "calls",
            title: "Calls",
            children: [
              { type: "site.Episode", slug: "one", title: "One", live: false, comments: [lovely, pills] },
              post("two", { comments: [{ ...hm, created_at: "2025-01-02T03:04:05.678Z" }] }),
            ],
          },
        ],
      },
    ],
  };
  await applyManifest(site);
  const { manifest } = await exportManifest();
  const { email: _, ...anonymous } = pills;
  const created_at = expect.any(String);
  expect(manifest).toMatchObject({
    pages: [
      {
        children: [
          {
            children: [
              {
                comments: [
                  { ...lovely, created_at },
                  { ...anonymous, created_at },
                ],
              },
              { comments: [{ ...hm, created_at: "2025-01-02T03:04:05.678Z" }] },
            ],
          },
        ],
      },
    ],
  });
  expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });
  await useEmptyTable();
  await applyManifest(manifest);
  expect((await exportManifest()).manifest).toEqual(manifest);
});

test("thousands of comments on one page are stored, read again and unchanged the second time", async () => {
  const many = Array.from({ length: 4_000 }, (_, index) => ({
    ...hm,
    body: `${index} ${Math.random().toString(36).repeat(20)}`,
  }));
  const { stored } = await applied(many);
  expect(stored.map(({ text }) => text)).toEqual(many.map(({ body }) => body));
  expect(await applied(many)).toMatchObject({ created: 0, updated: 0 });
});

test("closed comments are exported as such, and open ones not at all", async () => {
  const closed = blogWith([post("heron", { comments_enabled: false }), post("owl")], {});
  await applyManifest(closed);
  const text = JSON.stringify((await exportManifest()).manifest);
  expect(text.match(/"comments_enabled":false/g)).toHaveLength(1);
  expect(text).not.toContain('"comments_enabled":true');
});
