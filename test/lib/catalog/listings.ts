import type { Listing } from "#lib/pages/listing.ts";

/** A live blog called "Page <id>", unless said otherwise. */
export const listingWith = (
  properties: Partial<Listing> & { readonly id: number; readonly parentId: number | null },
): Listing => ({
  kind: "blog",
  ancestors: [],
  version: 1,
  live: true,
  liveRevisionId: 1,
  uuid: `00000000-0000-4000-8000-${String(properties.id).padStart(12, "0")}`,
  slug: `page-${properties.id}`,
  title: `Page ${properties.id}`,
  seoTitle: "",
  searchDescription: "",
  showInMenus: false,
  restriction: null,
  firstPublishedAt: "2025-01-01T00:00:00.000Z",
  lastPublishedAt: "2025-01-01T00:00:00.000Z",
  ...properties,
});
