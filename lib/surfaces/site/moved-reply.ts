import type { Lead } from "#lib/catalog/lead-from.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { pageAddresses } from "#lib/surfaces/content/page-addresses.ts";
import { closedPage, type SiteCall } from "./site-page.ts";
import type { Visit } from "./site-visit.ts";
import { subscribeUrl } from "./subscribe-page.ts";

/**
 * The answer where there is no page: `reply`, unless that is a 404 and the path leads on, as `leadOf` says. A
 * podcast's page for subscribers is where the podcast is.
 */
export const replyOrMoved = async (
  reply: Reply<string>,
  slugs: readonly string[],
  leadOf: (slugs: readonly string[]) => Promise<Lead | undefined>,
  visit: Visit,
  call: SiteCall,
): Promise<Reply<string>> => {
  if (reply.options.status !== 404) return reply;
  const addressOf = pageAddresses(visit.catalog);
  const lead = await leadOf(slugs);
  // Below a page that the visitor may not see, all paths have one answer, which does not tell what is there.
  if (lead && (!lead.isAbove || !visit.catalog.page(lead.pageId, visit.viewer))) {
    const { pageId, feed } = lead;
    const address = feed === undefined ? addressOf : () => `/${feedPath(pageId, feed)}`;
    return movedReply(pageId, address, visit, call);
  }
  const podcast = slugs.at(-1) === subscribeSlug ? await leadOf(slugs.slice(0, -1)) : undefined;
  if (!podcast || podcast.isAbove || visit.catalog.kindOf(podcast.pageId) !== "podcast") return reply;
  return movedReply(podcast.pageId, (page) => subscribeUrl(page, { addressOf }), visit, call);
};

/**
 * Leads on from an address that a page has left, if the visitor passes the page's restriction; else answers
 * as the page's own address does. Caches ask again, since a new page may take the address.
 */
const movedReply = (
  pageId: number,
  addressOf: (page: Listing) => string,
  visit: Visit,
  call: SiteCall,
): Reply<string> => {
  const { catalog, viewer } = visit;
  const page = catalog.page(pageId, viewer);
  if (!page) return closedPage(catalog.blockingRestrictionOf(pageId, viewer), visit, call);
  const { request, caller } = call;
  const query = request.query.size > 0 ? `?${request.query}` : "";
  const isPublic = !caller.principal && !caller.session;
  return new Reply("", {
    status: 301,
    headers: {
      location: addressOf(page) + query,
      ...(isPublic ? { "cache-control": "public, no-cache" } : privateHeaders),
    },
  });
};
