import type { Listing } from "#lib/pages/listing.ts";

/**
 * The suggestions for a text: where to go for each of the posts, and when they are dated, in UTC with
 * `+00:00` (contract#suggestions). `addressOf` gives a page's site-relative address.
 */
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
