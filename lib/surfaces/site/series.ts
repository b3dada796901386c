import type { Listing } from "#lib/pages/listing.ts";
import type { Series } from "#lib/themes/theme.ts";
import { linkTo, type SiteContext } from "./site-context.ts";

/** Such as `series: The Long Drain`. */
const seriesTag = /^series:\s*(\S.*)$/i;

/** A longer series shows its first parts. */
const maxParts = 100;

/**
 * The series of a post: the posts of its blog that the visitor may see and that have the same tag
 * `series: …` (contract#series). Null for posts without such a tag, and for series of one.
 */
export const seriesOf = (post: Listing, context: SiteContext): Series | null => {
  const { catalog, viewer, addressOf, site } = context;
  const index = post.tags?.findIndex((tag) => seriesTag.test(tag)) ?? -1;
  const [tag, slug] = [post.tags?.[index], post.tagSlugs?.[index]];
  const name = tag && seriesTag.exec(tag)?.[1];
  if (!name || slug === undefined) return null;
  const { listings } = catalog.list(
    {
      types: ["site.Post"],
      childOf: post.parentId,
      descendantOf: null,
      ancestorOf: null,
      filters: [],
      narrowing: {
        month: null,
        category: null,
        tag: slug,
        after: null,
        before: null,
        timezone: site.settings.timezone,
      },
      found: null,
      order: [{ field: "visible_date", descending: false }],
      window: { style: "offset", limit: maxParts, offset: 0 },
    },
    viewer,
  );
  if (listings.length < 2) return null;
  const address = addressOf(post);
  const parts = listings.map((part) => linkTo(part, context));
  return { name, parts: parts.map((part) => ({ ...part, isCurrent: part.url === address })) };
};
