import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import type { ListQuery } from "#lib/catalog/pages/page-lists.ts";
import { pagesByLanguage, seenAmong, translationIdsOf } from "#lib/catalog/pages/translations.ts";
import { certain } from "#lib/certain.ts";
import { canonicalLanguage } from "#lib/pages/language.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";
import {
  absenceMessages,
  type PageFilter,
  type PageListOrder,
  type PageListQuery,
  type PageReference,
  type SiteReference,
} from "#lib/queries/page-query.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import type { Site, SiteSettings } from "#lib/site/site.ts";
import type { Catalog } from "./catalog.ts";

/** The catalog's query, without a search. Throws `QueryError` if a page, locale or site does not exist. */
export const listQueryFor = (
  query: PageListQuery,
  catalog: Catalog,
  viewer: Viewer,
  site: Site,
  origin: string,
): Omit<ListQuery, "found"> => {
  const { settings } = site;
  const existing = (reference: PageReference | null, absence: string): number | null => {
    if (reference === null) return null;
    const page = catalog.page(reference, viewer);
    if (!page) throw new QueryError(400, absence);
    return page.id;
  };
  requireSite(query.site, settings, origin);
  const inLanguage = languageScope(query.locale, settings, catalog, viewer);
  const { enhanced } = query;
  const namesMissingImage = ({ field, value }: PageFilter): boolean =>
    field === "cover_image" && !catalog.media("image", Number(value));
  const translated = existing(query.translationOf, absenceMessages.translationOf);
  // No page has a deleted image as its cover: such a filter finds nothing.
  const findsNothing = query.filters.some(namesMissingImage);
  const translations = translated === null ? undefined : translationIdsOf(catalog.pages, translated);
  const only = translations && inLanguage.only ? both(translations, inLanguage.only) : translations;
  return {
    types: query.types,
    exactTypes: query.exactTypes,
    childOf: existing(query.childOf, absenceMessages.childOf),
    descendantOf: existing(query.descendantOf, absenceMessages.descendantOf),
    ancestorOf: existing(query.ancestorOf, absenceMessages.ancestorOf),
    narrowing: enhanced && narrowingOf(enhanced, site),
    filters: findsNothing ? [{ field: "id", value: 0 }] : query.filters,
    ...inLanguage,
    ...(only && { only }),
    order: orderOf(query),
    window: query.window,
  };
};

/**
 * Pages that say no language have that of the site. In tags, case does not count. Refuses a language in which
 * the viewer sees no page.
 */
const languageScope = (
  locale: string | null,
  { locale: ofSite }: SiteSettings,
  { pages }: Catalog,
  viewer: Viewer,
): Pick<ListQuery, "only" | "without"> => {
  if (locale === null) return {};
  const [wanted, usual] = [locale, ofSite].map((tag) => canonicalLanguage(tag) ?? tag);
  const byLanguage = pagesByLanguage(pages);
  if (wanted === usual) {
    const others = [...byLanguage].flatMap(([language, ids]) => (language === usual ? [] : ids));
    return others.length > 0 ? { without: others } : {};
  }
  const only = byLanguage.get(certain(wanted)) ?? [];
  if (seenAmong(pages, only, viewer).length === 0) throw new QueryError(404, absenceMessages.locale);
  return { only };
};

const both = (ids: readonly number[], others: readonly number[]): readonly number[] =>
  ids.filter((id) => others.includes(id));

/** `order` wins over `o`. */
const orderOf = ({ order, enhanced }: PageListQuery): PageListOrder => {
  const newestFirst = enhanced?.newestFirst ?? null;
  return order === "default" && newestFirst !== null
    ? [{ field: "visible_date", descending: newestFirst }]
    : order;
};

/** Refuses requests for another site, by host and optional port. */
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

/** The live blog or podcast that is open to everybody, or a 404 (contract#who-counts). */
export const publicBlog = (catalog: Catalog, id: number): Listing => {
  const page = catalog.page(id, anonymousViewer);
  if (page && isBlog(page)) return page;
  throw new QueryError(404, "No Blog matches the given query.");
};
