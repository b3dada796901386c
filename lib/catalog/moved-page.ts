import { isSlug, maxTitleLength } from "#lib/pages/slug.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";
import type { Catalog } from "./catalog.ts";

/**
 * The id of the public page that a path without a page led to earlier: the page itself has moved, or some
 * above it have. One request, and one for each further part of the path that has moved.
 */
export const movedPage = async (catalog: Catalog, slugs: readonly string[]): Promise<number | undefined> => {
  let from: number | "root" = "root";
  for (let rest = slugs; ; ) {
    const found = catalog.publicIdsAlong(rest, from);
    const parentId = found.at(-1);
    const slug = rest[found.length - 1];
    if (parentId === undefined || slug === undefined) return parentId;
    // Other texts are nobody's slug, and may be too long to be looked up.
    if (!isSlug(slug) || slug.length > maxTitleLength) return undefined;
    const { former } = await readSlugClaim(parentId, slug);
    if (former === null) return undefined;
    from = former;
    rest = rest.slice(found.length);
  }
};
