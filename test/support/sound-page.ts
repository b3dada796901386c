import { expect } from "vitest";
import type { Listing } from "#lib/pages/listing.ts";
import { readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readComments } from "#lib/store/comments.ts";
import { getItem, queryItems } from "#lib/store/items.ts";
import { readEditablePage, readLiveContents } from "#lib/store/pages.ts";
import { keys } from "#lib/store/table.ts";

const scheduledAt = async (id: number) =>
  (await queryItems({ pk: keys.schedule("", 0).pk }))
    .filter(({ pageId }) => pageId === id)
    .map(({ sk }) => sk);

const listed = async (id: number): Promise<Listing | null> => {
  const item = await getItem(keys.listing(id));
  return item ? JSON.parse(item.listing) : null;
};

const claimed = async (parentId: number, id: number) => {
  const claims = await readSlugClaimsBelow(parentId);
  return {
    row: claims.filter(({ row }) => row === id).map(({ slug }) => slug),
    draft: claims.filter(({ drafts }) => drafts.includes(id)).map(({ slug }) => slug),
  };
};

/**
 * Checks that everything stored of a post agrees: row, revisions, live content, history, slug claims,
 * schedule and listing.
 */
export const expectSound = async (id: number): Promise<void> => {
  const { page, latest } = (await readEditablePage(id))!;
  const revisions = await queryItems({ pk: keys.revision(id, 0).pk, prefix: "REV#" });
  const revisionIds = revisions.map((revision) => revision.id);
  expect(revisions.map(({ previousRevisionId }) => previousRevisionId)).toEqual([
    null,
    ...revisionIds.slice(0, -1),
  ]);
  expect(page.latestRevisionId).toBe(revisionIds.at(-1));

  const [live] = await readLiveContents([id]);
  const listing = await listed(id);
  expect([page.live, page.liveRevisionId]).toEqual([live !== undefined, live?.revisionId ?? null]);
  expect(page.unpublishedChanges).toBe(page.liveRevisionId !== page.latestRevisionId);
  expect(listing?.liveRevisionId ?? null).toBe(page.liveRevisionId);
  expect(listing?.slug ?? page.slug).toBe(page.slug);
  if (listing) expect(listing.comments).toBe(page.comments);
  expect(await readComments(page)).toHaveLength(page.comments ?? 0);

  expect(page.draftSlug).toBe(latest!.content.slug);
  expect(page.slug).toBe(live ? live.content.slug : page.draftSlug);
  expect(await claimed(page.parentId!, id)).toEqual({ row: [page.slug], draft: [page.draftSlug] });

  expect(await scheduledAt(id)).toEqual(page.schedule ? [keys.schedule(page.schedule.publishAt, id).sk] : []);
  if (page.schedule) expect(revisionIds).toContain(page.schedule.revisionId);

  const history = await readAudit(id);
  const edits = history.filter(({ kind }) => kind === "wagtail.edit");
  expect(edits.map(({ revisionId }) => revisionId)).toEqual(revisionIds.slice(1));
};

/** Checks that nothing is left of a deleted post. */
export const expectGone = async (id: number, parentId: number): Promise<void> => {
  expect(await queryItems({ pk: keys.page(id).pk })).toEqual([]);
  expect(await claimed(parentId, id)).toEqual({ row: [], draft: [] });
  expect([await scheduledAt(id), await listed(id)]).toEqual([[], null]);
  expect(await getItem(keys.comments(id))).toBeUndefined();
};
