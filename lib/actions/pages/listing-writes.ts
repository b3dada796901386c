import type { Change } from "#lib/pages/change.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { isListed, listingOf } from "#lib/pages/listing.ts";
import type { Page } from "#lib/pages/page.ts";
import { putListing } from "#lib/store/changes.ts";
import type { Write } from "#lib/store/write.ts";
import { registerTags } from "./register-tags.ts";

/** What a transaction writes for lists, and tells them. */
interface ListingWrites {
  readonly writes: readonly Write[];
  readonly change?: Change;
}

/**
 * What lists must be told of a page whose public content (or, of an unpublished blog, whose draft) is
 * `content`: nothing of unpublished posts. Its tags have slugs from then on, for which new ones cost some
 * requests.
 */
export const listingWrites = async (page: Page, content: AnyContent): Promise<ListingWrites> => {
  if (!isListed(page)) return { writes: [] };
  const listing = listingOf(page, content, "tags" in content ? await registerTags(content.tags) : []);
  return {
    writes: [putListing(listing)],
    change: { kind: "page", id: page.id, version: page.version, listing },
  };
};
