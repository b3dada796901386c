import type { Change } from "#lib/pages/change.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isListed, listingOf } from "#lib/pages/listing.ts";
import type { Page } from "#lib/pages/page.ts";
import { putListing } from "#lib/store/changes.ts";
import type { Write } from "#lib/store/write.ts";
import { registerTags } from "./register-tags.ts";

interface ListingWrites {
  readonly writes: readonly Write[];
  readonly change?: Change;
}

/**
 * The writes that bring lists up to date with a page whose public content (or draft, of an unpublished blog)
 * is `content`; none for unpublished posts. Registers its tags, at some requests for new ones.
 */
export const listingWrites = async (page: Page, content: AnyContent): Promise<ListingWrites> => {
  if (!isListed(page)) return { writes: [] };
  const listing = listingOf(page, content, "tags" in content ? await registerTags(content.tags) : []);
  return {
    writes: [putListing(listing)],
    change: { kind: "page", id: page.id, version: page.version, listing },
  };
};
