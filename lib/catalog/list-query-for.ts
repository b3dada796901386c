import type { ListQuery } from "#lib/catalog/pages/list-query.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import {
  absenceMessages,
  type PageFilter,
  type PageListQuery,
  type PageOrder,
  type PageReference,
  type SiteReference,
} from "#lib/queries/page-query.ts";
import { QueryError } from "#lib/queries/query-error.ts";
import type { Site, SiteSettings } from "#lib/site/site.ts";
import type { Catalog } from "./catalog.ts";

/**
 * The catalog's query for a request's, but for what its search finds, once everything that it names turns out
 * to be there for the viewer.
 */
export const listQueryFor = (
  wanted: PageListQuery,
  catalog: Catalog,
  viewer: Viewer,
  { settings, categories }: Site,
  origin: string,
): Omit<ListQuery, "found"> => {
  const existing = (reference: PageReference | null, absence: string): number | null => {
    if (reference === null) return null;
    const page = catalog.page(reference, viewer);
    if (!page) throw new QueryError(400, absence);
    return page.id;
  };
  requireSite(wanted.site, settings, origin);
  if (wanted.locale !== null && wanted.locale !== settings.locale)
    throw new QueryError(404, absenceMessages.locale);
  const { enhanced } = wanted;
  const isUnmet = ({ field, value }: PageFilter): boolean =>
    field === "cover_image" && !catalog.media("image", Number(value));
  const translated = existing(wanted.translationOf, absenceMessages.translationOf);
  // Nothing is translated, and an image that is gone is no page's cover.
  const isEmpty = translated !== null || wanted.filters.some(isUnmet);
  return {
    types: wanted.types,
    childOf: existing(wanted.childOf, absenceMessages.childOf),
    descendantOf: existing(wanted.descendantOf, absenceMessages.descendantOf),
    ancestorOf: existing(wanted.ancestorOf, absenceMessages.ancestorOf),
    narrowing: enhanced && narrowingOf(enhanced, categories),
    filters: isEmpty ? [{ field: "id", value: 0 }] : wanted.filters,
    order: orderOf(wanted),
    window: wanted.window,
  };
};

/** Of the two parameters that order a list, `order` wins over `o`. */
const orderOf = ({ order, enhanced }: PageListQuery): PageOrder => {
  const newestFirst = enhanced?.newestFirst ?? null;
  return order === "default" && newestFirst !== null
    ? [{ field: "visible_date", descending: newestFirst }]
    : order;
};

/** Refuses requests that name another site than this one, by host and perhaps port. */
export const requireSite = (site: SiteReference | null, { baseUrl }: SiteSettings, origin: string): void => {
  if (site === null) return;
  const isOurs = [baseUrl, origin].some((address) => {
    if (address === null || !URL.canParse(address)) return false;
    const { hostname, port, protocol } = new URL(address);
    const ownPort = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
    return hostname === site.hostname && (site.port === null || site.port === ownPort);
  });
  if (!isOurs) throw new QueryError(404, absenceMessages.site);
};
