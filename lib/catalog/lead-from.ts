import { aliasKey, keyOfAlias } from "#lib/pages/aliases.ts";
import { isSlug, maxTitleLength } from "#lib/pages/slug.ts";
import type { Site } from "#lib/site/site.ts";
import { readFormerAddress } from "#lib/store/alias-claims.ts";
import { readSlugClaim } from "#lib/store/slug-claims.ts";
import type { Catalog } from "./catalog.ts";

/** Where a path without a page leads. */
export interface Lead {
  readonly pageId: number;
  /** The name of a document of the page's feed, if the path leads there. */
  readonly feed?: string;
}

/**
 * Where a path without a page leads: to the public page that was there last, itself or some above it having
 * moved since; else to the page that has the path as an alias; else where the site redirects it. One request,
 * and one for each further part of the path that has moved.
 */
export const leadFrom = async (
  catalog: Catalog,
  slugs: readonly string[],
  { redirects }: Pick<Site, "redirects">,
): Promise<Lead | undefined> => {
  const found = catalog.publicIdsAlong(slugs, "root");
  const { former, alias } = await readFormerAddress(placeAfter(found, slugs), aliasKey(slugs));
  const moved = former === null ? undefined : await pageBelow(catalog, former, slugs.slice(found.length));
  const pageId = moved ?? alias ?? undefined;
  return pageId === undefined ? redirectFrom(catalog, slugs, redirects) : { pageId };
};

/** Where the longest part of the path leads that the site redirects, with what follows it. */
const redirectFrom = async (
  catalog: Catalog,
  slugs: readonly string[],
  redirects: Site["redirects"],
): Promise<Lead | undefined> => {
  if (redirects.length === 0) return undefined;
  const byKey = new Map(redirects.map((redirect) => [keyOfAlias(redirect.from), redirect]));
  for (let length = slugs.length; length > 0; length--) {
    const { pageId: id, feed } = byKey.get(slugs.slice(0, length).join("/")) ?? {};
    const isWhole = length === slugs.length;
    if (id === undefined || (feed !== undefined && !isWhole)) continue;
    const pageId = await pageBelow(catalog, id, slugs.slice(length));
    return pageId === undefined ? undefined : { pageId, ...(feed !== undefined && { feed }) };
  }
  return undefined;
};

/** The id of the public page that a path below a page leads to, or led to earlier. */
const pageBelow = async (
  catalog: Catalog,
  id: number,
  slugs: readonly string[],
): Promise<number | undefined> => {
  const found = catalog.publicIdsAlong(slugs, id);
  if (found.length > slugs.length) return found.at(-1);
  const place = placeAfter(found, slugs);
  const former = place && (await readSlugClaim(place.parentId, place.slug)).former;
  return former ? pageBelow(catalog, former, slugs.slice(found.length)) : undefined;
};

/** Where the path leaves the pages; undefined if no page can have been there. */
const placeAfter = (found: readonly number[], slugs: readonly string[]) => {
  const parentId = found.at(-1);
  const slug = slugs[found.length - 1];
  // Other texts are nobody's slug, and may be too long to be looked up.
  const mayBeSlug = slug !== undefined && isSlug(slug) && slug.length <= maxTitleLength;
  return parentId !== undefined && mayBeSlug ? { parentId, slug } : undefined;
};
