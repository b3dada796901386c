import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as removeLeftovers } from "#functions/jobs/remove-leftover-files.ts";
import { createPage, createRootPage } from "#lib/actions/pages/create-page.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { deletePage } from "#lib/actions/pages/remove-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { clock } from "#lib/clock.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { readComments } from "#lib/store/comments.ts";
import { readEditablePage, readLiveContents, readPage } from "#lib/store/pages.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { commentWith } from "#test/lib/pages/comments.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { wholeTable } from "#test/support/whole-table.ts";

beforeEach(async () => {
  await useEmptyTable();
  await createRootPage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const permit = () => {};

/** Text that deflating makes little smaller: some 450 KB of it, always the same for a name. */
const longText = (name: string): string =>
  Array.from({ length: 7_000 }, (_, index) =>
    createHash("sha512").update(`${name} ${index}`).digest("base64"),
  ).join(" ");

const contentOf = (name: string) =>
  ({
    title: name,
    slug: "heron",
    visibleDate: "2026-01-02T03:04:05.000Z",
    tags: [],
    categories: [],
    coverImage: null,
    coverAltText: "",
    body: [{ type: "detail", value: [{ type: "paragraph", value: `<p>${longText(name)}</p>` }] }],
  }) as unknown as PostContent;

const largePost = async (): Promise<number> => {
  const content = contentOf("first");
  const { page } = await createPage(rootPageId, () => ({ kind: "post", content, ownerId: null }));
  return page.id;
};

const manyComments = (name: string): Comment[] => [commentWith({ id: 1, text: longText(name) })];

const keysInTable = async (prefix = ""): Promise<string[]> =>
  (await wholeTable())
    .map((item) => item as { pk: string; sk: string })
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => key.startsWith(prefix))
    .sort();

const later = () => {
  const now = Date.now() + 301_000;
  vi.spyOn(clock, "nowMs").mockReturnValue(now);
};

test("the parts of replaced comments stay for readers, and are deleted five minutes later", async () => {
  const id = await largePost();
  const before = await keysInTable("BODY#");
  await setComments(id, { permit, comments: manyComments("one") });
  await setComments(id, { permit, comments: manyComments("two") });
  await removeLeftovers();
  expect(await keysInTable("BODY#")).toHaveLength(before.length + 4);
  later();
  await removeLeftovers();
  expect(await keysInTable("BODY#")).toHaveLength(before.length + 2);
  expect(await readComments((await readPage(id))!)).toEqual(manyComments("two"));
  expect(await keysInTable("LEFTOVERS")).toEqual([]);
  expect((await readEditablePage(id))!.latest!.content).toMatchObject({ title: "first" });
});

test("few comments in the place of many leave none of their parts", async () => {
  const id = await largePost();
  const before = await keysInTable("BODY#");
  for (const comments of [[commentWith({ id: 1 })], []]) {
    await setComments(id, { permit, comments: manyComments("one") });
    await setComments(id, { permit, comments });
    later();
    await removeLeftovers();
    vi.restoreAllMocks();
    expect(await keysInTable("BODY#")).toEqual(before);
  }
});

test("comments that are set again while their parts go keep them", async () => {
  const id = await largePost();
  await setComments(id, { permit, comments: manyComments("one") });
  await setComments(id, { permit, comments: [] });
  later();
  await overtaken(removeLeftovers, () => setComments(id, { permit, comments: manyComments("one") }));
  expect(await readComments((await readPage(id))!)).toEqual(manyComments("one"));
});

test("a published body stays in the parts of its revision, which outlive a newer one", async () => {
  const id = await largePost();
  const parts = await keysInTable("BODY#");
  await publishPage(id, { publisherId: null, permit });
  expect(await keysInTable("BODY#")).toEqual(parts);
  const change = () => contentOf("second");
  await saveDraft(id, { authorId: null, permit, change });
  later();
  await removeLeftovers();
  expect(await keysInTable("BODY#")).toHaveLength(2 * parts.length);
  expect((await readLiveContents([id]))[0]!.content).toEqual(contentOf("first"));
});

test("a body in parts of an earlier version is read, published and kept", async () => {
  const id = await largePost();
  const items = await wholeTable();
  const put = (item: Item) => tableStore().write({ put: item });
  const revision = items.find(({ sk }) => String(sk).startsWith("REV#"))!;
  const { contentPage, ...former } = revision;
  await put(former);
  for (const part of items.filter(({ pk }) => pk === `BODY#${contentPage}`)) {
    const [digest, index] = String(part.sk).split("#");
    await put({ ...part, pk: `BODY#${digest}`, sk: `PART#${index}` });
    await tableStore().write({ delete: { pk: part.pk, sk: part.sk } });
  }
  await publishPage(id, { publisherId: null, permit });
  await setComments(id, { permit, comments: manyComments("one") });
  await setComments(id, { permit, comments: [] });
  later();
  await removeLeftovers();
  expect((await readLiveContents([id]))[0]!.content).toEqual(contentOf("first"));
  expect(await keysInTable(`BODY#${id}`)).toEqual([]);
});

test("a deleted page leaves nothing once the job has run, wherever the process was killed", async () => {
  const before = new Set(await keysInTable());
  for (let isReached = true, index = 0; isReached; index++) {
    const id = await largePost();
    await setComments(id, { permit, comments: manyComments("one") });
    await publishPage(id, { publisherId: null, permit });
    isReached = await failingAt(index, "for good", () => deletePage(id).catch(() => {}));
    later();
    await removeLeftovers();
    vi.restoreAllMocks();
    const left = (await keysInTable()).filter((key) => !before.has(key) && !/^(CHANGES|EDITS)/.test(key));
    const isThere = left.includes(`PAGE#${id} ROW`);
    if (!isThere) expect([index, left.filter((key) => !key.startsWith("SEQUENCE"))]).toEqual([index, []]);
    else await deletePage(id);
  }
});
