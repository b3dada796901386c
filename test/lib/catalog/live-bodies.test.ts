import { expect, test } from "vitest";
import { readLiveBodies } from "#lib/catalog/live-bodies.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putLiveContent } from "#lib/store/pages.ts";
import { useTable } from "#test/support/table.ts";
import { listingWith } from "./listings.ts";

useTable();

const post = (liveRevisionId: number) => listingWith({ id: 9, parentId: 3, kind: "post", liveRevisionId });

const body = [{ type: "overview", value: [] }];

test("a body is given when it is at least as new as its listing, and not when it is missing or older", async () => {
  expect(await readLiveBodies([post(5)])).toBeUndefined();
  const content = { title: "", slug: "", seoTitle: "", searchDescription: "", body } as never;
  await commitDecision(async () => ({
    writes: putLiveContent({ pageId: 9, revisionId: 5, content }),
    value: 0,
  }));
  expect(await readLiveBodies([post(6)])).toBeUndefined();
  expect((await readLiveBodies([post(5)]))?.get(9)).toEqual(body);
  expect((await readLiveBodies([post(4)]))?.get(9)).toEqual(body);
});

test("pages that are no posts have no bodies, and are not asked for", async () => {
  expect(
    await readLiveBodies([listingWith({ id: 10, parentId: 3, kind: "blog", liveRevisionId: 1 })]),
  ).toEqual(new Map());
});
