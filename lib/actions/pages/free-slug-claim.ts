import { slugReservation } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { numberedSlug } from "#lib/pages/slug.ts";
import { readSlugClaims, type SlugClaim } from "#lib/store/slug-claims.ts";

/**
 * The first of a page's draft slug, and this with `-2`, `-3` …, that nobody holds. One request for two slugs,
 * and one for twice as many each time that all are taken.
 */
export const freeSlugClaim = async ({ parentId, ancestors, draftSlug }: Page): Promise<SlugClaim> => {
  for (let first = 1, count = 2; ; first += count, count *= 2) {
    const slugs = Array.from({ length: count }, (_, index) => numberedSlug(draftSlug, first + index));
    const allowed = slugs.filter((slug) => slugReservation(slug, ancestors) === undefined);
    const claims = await readSlugClaims(parentId ?? 0, allowed);
    const free = claims.find(({ row, drafts }) => row === null && drafts.length === 0);
    if (free) return free;
  }
};
