import type { Listing } from "#lib/pages/listing.ts";

/** Suggestions, dated in UTC with `+00:00`, with site-relative addresses (contract#suggestions). */
export const suggestionsView = (
  text: string,
  posts: readonly Listing[],
  addressOf: (page: Listing) => string,
) => ({
  query: text,
  suggestions: posts.map((post) => ({
    id: post.id,
    title: post.title,
    url: addressOf(post),
    visible_date: (post.visibleDate ?? "").replace(/Z$/, "+00:00"),
  })),
});
