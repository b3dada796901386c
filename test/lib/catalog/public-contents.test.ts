import { describe, expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { putComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putLiveContent } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { costOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";
import { commentWith } from "../pages/comments.ts";
import { listingWith } from "./listings.ts";

useTable();

const post = (more: Partial<Listing> = {}) => listingWith({ id: 9, parentId: 3, kind: "post", ...more });

const body = [{ type: "overview", value: [] }];
const comments: readonly Comment[] = [commentWith({ id: 1, text: "Lovely!" })];

const commit = (writes: readonly Write[]) => commitDecision(async () => ({ writes, value: undefined }));

const bodiesOf = async (...listings: Listing[]) =>
  (await readPublicContents(listings, { body: true, comments: false }))?.map((content) => content.body);

const commentsOf = async (...listings: Listing[]) =>
  (await readPublicContents(listings, { body: false, comments: true }))?.map((content) => content.comments);

test("a body is returned if it is at least as new as its listing, not if it is missing or older", async () => {
  expect(await bodiesOf(post({ liveRevisionId: 5 }))).toBeUndefined();
  const content = { title: "", slug: "", seoTitle: "", searchDescription: "", body } as never;
  await commit(putLiveContent({ id: 5, pageId: 9, content }));
  expect(await bodiesOf(post({ liveRevisionId: 6 }))).toBeUndefined();
  expect(await bodiesOf(post({ liveRevisionId: 5 }))).toEqual([body]);
  expect(await bodiesOf(post({ liveRevisionId: 4 }))).toEqual([body]);
});

test("a body is read once for each catalog and revision where bodies are kept", async () => {
  const catalog = new Catalog(":memory:");
  const content = { title: "", slug: "", seoTitle: "", searchDescription: "", body } as never;
  const read = (kept: Catalog, liveRevisionId: number) =>
    costOf(() => readPublicContents([post({ liveRevisionId })], { body: true, comments: false }, kept));
  await commit(putLiveContent({ id: 5, pageId: 9, content }));
  expect((await read(catalog, 5)).requests).toBe(1);
  expect((await read(catalog, 5)).requests).toBe(0);
  expect((await read(new Catalog(":memory:"), 5)).requests).toBe(1);
  await commit(putLiveContent({ id: 6, pageId: 9, content }));
  expect((await read(catalog, 6)).requests).toBe(1);
});

test("comments are returned if they are at least as new as their listing, not if they are missing or older", async () => {
  const withComments = (commentsVersion: number) => post({ comments: 1, commentsVersion });
  expect(await commentsOf(withComments(7))).toBeUndefined();
  await commit(putComments(9, { version: 7, comments }));
  expect(await commentsOf(withComments(8))).toBeUndefined();
  expect(await commentsOf(withComments(7))).toEqual([comments]);
  expect(await commentsOf(withComments(6))).toEqual([comments]);
});

test("each page gets its own, in the order of the listings", async () => {
  const other = post({ id: 8, comments: 1, commentsVersion: 1 });
  await commit([
    ...putComments(8, { version: 1, comments: [commentWith({ id: 2, text: "Of eight" })] }),
    ...putComments(9, { version: 7, comments }),
  ]);
  const none = post({ id: 7 });
  const found = await commentsOf(post({ comments: 1, commentsVersion: 7 }), none, other);
  expect(found?.map((each) => each.map(({ text }) => text))).toEqual([["Lovely!"], [], ["Of eight"]]);
});

describe("nothing is asked for", () => {
  test.each<[string, Listing, { readonly body: boolean; readonly comments: boolean }]>([
    ["of pages that are no posts", post({ kind: "blog" }), { body: true, comments: true }],
    ["of posts without comments", post({ comments: 0, commentsVersion: 9 }), { body: false, comments: true }],
    ["of posts that never had any", post(), { body: false, comments: true }],
    ["that nobody wants", post({ comments: 3, commentsVersion: 9 }), { body: false, comments: false }],
  ])("%s", async (_, listing, wanted) => {
    let found: unknown;
    const { requests } = await costOf(async () => {
      found = await readPublicContents([listing], wanted);
    });
    expect({ found, requests }).toEqual({ found: [{ content: null, body: [], comments: [] }], requests: 0 });
  });
});
