import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";

/** The text of `robots.txt` by the setting `SITE_ROBOTS`. The API and the forms are not for crawlers. */
export const robotsText = (setting: string, base: string): string => {
  if (setting === "none") return "User-agent: *\nDisallow: /\n";
  if (setting !== "allow") return setting;
  return `User-agent: *\nDisallow: /api/\nDisallow: /accounts/\n\nSitemap: ${base}/sitemap.xml\n`;
};

/** The format allows 50,000; 5,000 with the longest usual slugs fit into an answer of a Lambda. */
const maxPagesPerPart = 5_000;

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/**
 * The sitemap of what strangers may see, oldest page first; with more pages than a part may have, an index of
 * parts, or the part of a number. Undefined for a part that does not exist. Reads listings, and no bodies.
 */
export const sitemap = (
  catalog: Catalog,
  base: string,
  part: number | null,
  pagesPerPart = maxPagesPerPart,
): string | undefined => {
  const { total, listings } = pagesFrom(catalog, ((part ?? 1) - 1) * pagesPerPart, pagesPerPart);
  const partCount = Math.max(1, Math.ceil(total / pagesPerPart));
  if (part === null && partCount > 1) return indexOf(partCount, base);
  if (part !== null && (part < 1 || part > partCount)) return undefined;
  const addressOf = pageAddresses(catalog);
  const entries = listings.map((page) => {
    const changed = lastChange(page, catalog);
    const lastmod = changed && `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escapeHtml(base + addressOf(page))}</loc>${lastmod}</url>`;
  });
  return documentOf("urlset", entries);
};

const pagesFrom = (catalog: Catalog, offset: number, limit: number) =>
  offset < 0 || !Number.isSafeInteger(offset)
    ? { total: 0, listings: [] }
    : catalog.list(
        {
          types: [],
          childOf: null,
          descendantOf: null,
          ancestorOf: null,
          filters: [],
          narrowing: null,
          found: null,
          order: [{ field: "id", descending: false }],
          window: { style: "offset", limit, offset },
        },
        anonymousViewer,
      );

const indexOf = (partCount: number, base: string): string =>
  documentOf(
    "sitemapindex",
    Array.from(
      { length: partCount },
      (_, index) => `<sitemap><loc>${escapeHtml(base)}/sitemap.xml?part=${index + 1}</loc></sitemap>`,
    ),
  );

const documentOf = (element: "urlset" | "sitemapindex", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${namespace}">\n${entries.join("\n")}\n</${element}>\n`;

/** When what the page shows changed: of a blog, also with its newest post. Empty while nobody knows. */
const lastChange = (page: Listing, catalog: Catalog): string => {
  const own = page.lastPublishedAt ?? "";
  if (!isBlog(page)) return own;
  const ids = catalog.idsOf(
    { type: "site.Post", childOf: page.id, newestBy: "first_published_at" },
    anonymousViewer,
  );
  const [newest] = catalog.listingsOf(ids.slice(0, 1));
  const posted = newest?.lastPublishedAt ?? "";
  return [own, posted].toSorted().at(-1) ?? own;
};
