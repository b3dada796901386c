import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { shownDay } from "./shown-day.ts";

/** True if a listing passes the filters of lists and facets: what the models of both have in common. */
export const isNarrowedTo = (narrowing: Narrowing, listing: Listing): boolean => {
  if (listing.kind !== "post" && listing.kind !== "episode") return false;
  const day = shownDay(listing.visibleDate!, narrowing.timezone);
  const { month, category, tag, after, before } = narrowing;
  return (
    (month === null || day.startsWith(month)) &&
    (category === null || listing.categories!.includes(category)) &&
    (tag === null || listing.tagSlugs!.includes(tag)) &&
    (after === null || day >= after) &&
    (before === null || day <= before)
  );
};
