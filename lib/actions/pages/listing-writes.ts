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

/** Brings lists up to date with a page's public content, or an unpublished blog's draft. Registers tags. */
export const listingWrites = async (page: Page, content: AnyContent): Promise<ListingWrites> => {
  if (!isListed(page)) return { writes: [] };
  const listing = listingOf(page, content, "tags" in content ? await registerTags(content.tags) : []);
  return {
    writes: [putListing(listing)],
    change: { kind: "page", id: page.id, version: page.version, listing },
  };
};
