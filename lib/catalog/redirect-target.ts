import { aliasKey, keyOfAlias } from "#lib/pages/addresses.ts";
import { mayBeSlug } from "#lib/pages/slug.ts";
import type { Site } from "#lib/site/site.ts";
import { readFormerAddress, readSlugClaim } from "#lib/store/address-claims.ts";
import type { Catalog } from "./catalog.ts";

/** Where a path without a page leads. */
export interface RedirectTarget {
  readonly pageId: number;
  /** The name of a document of the page's feed, if the path leads there. */
  readonly feed?: string;
  /** True if nothing is or was at the path, and the page is the last one on the way there. */
  readonly isAbove?: true;
}

/**
 * Finds where a path without a page leads: to the public page that was there last, which may have moved
 * since, itself or with pages above it; else to the page that has the path as an alias; else where the site
 * redirects it. One request, and one for each further part of the path that has moved.
 */
export const redirectTargetOf = async (
  catalog: Catalog,
  slugs: readonly string[],
  { redirects }: Pick<Site, "redirects">,
): Promise<RedirectTarget | undefined> => {
  const found = catalog.paths.publicIdsAlong(slugs);
  const { former, alias } = await readFormerAddress(placeAfter(found, slugs), aliasKey(slugs));
  const moved = former === null ? undefined : await pageBelow(catalog, former, slugs.slice(found.length));
  if (moved && !moved.isAbove) return moved;
  if (alias !== null) return { pageId: alias };
  const redirected = await redirectFrom(catalog, slugs, redirects);
  return redirected && !redirected.isAbove ? redirected : (moved ?? redirected);
};

/** Applies the site's redirect of the longest beginning of the path, and appends the rest of it. */
const redirectFrom = async (
  catalog: Catalog,
  slugs: readonly string[],
  redirects: Site["redirects"],
): Promise<RedirectTarget | undefined> => {
  if (redirects.length === 0) return undefined;
  const byKey = new Map(redirects.map((redirect) => [keyOfAlias(redirect.from), redirect]));
  for (let length = slugs.length; length > 0; length--) {
    const { pageId: id, feed } = byKey.get(slugs.slice(0, length).join("/")) ?? {};
    const isWhole = length === slugs.length;
    if (id === undefined || (feed !== undefined && !isWhole)) continue;
    const target = await pageBelow(catalog, id, slugs.slice(length));
    return target && { ...target, ...(feed !== undefined && { feed }) };
  }
  return undefined;
};

/** The public page that a path below a page leads to, or led to earlier, or else the last one on the way. */
const pageBelow = async (
  catalog: Catalog,
  id: number,
  slugs: readonly string[],
): Promise<RedirectTarget | undefined> => {
  const found = catalog.paths.publicIdsAlong(slugs, id);
  const pageId = found.at(-1);
  if (pageId === undefined) return undefined;
  if (found.length > slugs.length) return { pageId };
  const place = placeAfter(found, slugs);
  const former = place && (await readSlugClaim(place.parentId, place.slug)).former;
  const moved = former ? await pageBelow(catalog, former, slugs.slice(found.length)) : undefined;
  return moved ?? { pageId, isAbove: true };
};

/** The place where the path leaves the existing pages; undefined if no page can have been there. */
const placeAfter = (found: readonly number[], slugs: readonly string[]) => {
  const parentId = found.at(-1);
  const slug = slugs[found.length - 1];
  const isPlace = parentId !== undefined && slug !== undefined && mayBeSlug(slug);
  return isPlace ? { parentId, slug } : undefined;
};
