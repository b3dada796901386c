import type { Change } from "#lib/pages/change.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isListed, listingOf } from "#lib/pages/listing.ts";
import type { Page } from "#lib/pages/page.ts";
import { putListing } from "#lib/store/changes.ts";
import type { Write } from "#lib/store/commit.ts";

/** What lists must be told of a page whose public content (or, of an unpublished blog, whose draft) is `content`: nothing of unpublished posts. */
export const listingWrites = (
  page: Page,
  content: AnyContent,
): { readonly writes: readonly Write[]; readonly change?: Change } => {
  if (!isListed(page)) return { writes: [] };
  const listing = listingOf(page, content);
  return {
    writes: [putListing(listing)],
    change: { kind: "page", id: page.id, version: page.version, listing },
  };
};
