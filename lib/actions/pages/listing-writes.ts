import { jsonDigest } from "#lib/digest.ts";
import { type Change, stateBefore } from "#lib/pages/change.ts";
import { type AnyContent, isPostContent, isWrittenContent } from "#lib/pages/content.ts";
import { fitListing, listedContentOf } from "#lib/pages/listed-content.ts";
import { isListed, type Listing, listingOf } from "#lib/pages/listing.ts";
import type { Page } from "#lib/pages/page.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { deleteListing, putListing } from "#lib/store/changes.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { tagsWithWrites } from "./register-tags.ts";

interface ListingWrites {
  readonly writes: readonly Write[];
  readonly change?: Change;
}

/**
 * Brings lists up to date with a page's public content, or an unpublished blog's draft. `before` is the page
 * that was read, null for a new one. Registers tags.
 */
export const listingWrites = async (
  page: Page,
  content: AnyContent,
  before: Page | null,
): Promise<ListingWrites> => {
  if (!isListed(page)) return before?.live ? withdrawal(page, before) : { writes: [] };
  const tags = await tagsWithWrites(isPostContent(content) ? content.tags : []);
  const listing = currentListing(page, content, tags.slugs);
  const change = { ...changeOf(page, before), listing };
  return { writes: [putListing(listing), ...tags.writes], change };
};

const currentListing = (page: Page, content: AnyContent, tagSlugs: readonly string[]): Listing => {
  const listing = listingOf(page, content, tagSlugs);
  if (!isWrittenContent(content)) return listing;
  const listed = listedContentOf(content, knownBlocks(), jsonDigest);
  return fitListing(listed) ? { ...listing, content: listed } : listing;
};

const withdrawal = (page: Page, before: Page): ListingWrites => ({
  writes: [deleteListing(page.id)],
  change: { ...changeOf(page, before), listing: null },
});

const changeOf = ({ id, version }: Page, before: Page | null) =>
  ({ kind: "page", id, version, before: before && stateBefore(before) }) as const;
