import type { RedirectTarget } from "#lib/catalog/redirect-target.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { pageAddresses } from "#lib/surfaces/content/page-addresses.ts";
import type { SiteContext } from "./site-context.ts";
import { closedPage, type SiteCall } from "./site-page.ts";
import { subscribeUrl } from "./subscribe-page.ts";

/**
 * Answers where there is no page: with `reply`, unless that is a 404 and `targetAt` says where the path leads
 * on. A podcast's page for subscribers is where the podcast is.
 */
export const replyOrMoved = async (
  reply: Reply<string>,
  slugs: readonly string[],
  targetAt: (slugs: readonly string[]) => Promise<RedirectTarget | undefined>,
  context: SiteContext,
  call: SiteCall,
): Promise<Reply<string>> => {
  if (reply.options.status !== 404) return reply;
  const addressOf = pageAddresses(context.catalog);
  const target = await targetAt(slugs);
  // Below a page that the visitor may not see, all paths have one answer, which does not tell what is there.
  if (target && (!target.isAbove || !context.catalog.page(target.pageId, context.viewer))) {
    const { pageId, feed } = target;
    const address = feed === undefined ? addressOf : () => `/${feedPath(pageId, feed)}`;
    return movedReply(pageId, address, context, call);
  }
  const podcast = slugs.at(-1) === subscribeSlug ? await targetAt(slugs.slice(0, -1)) : undefined;
  if (!podcast || podcast.isAbove || context.catalog.kindOf(podcast.pageId) !== "podcast") return reply;
  return movedReply(podcast.pageId, (page) => subscribeUrl(page, { addressOf }), context, call);
};

/**
 * Leads on from an address that a page has left, if the visitor passes the page's restriction; else answers
 * as the page's own address does. Caches ask again, since a new page may take the address.
 */
const movedReply = (
  pageId: number,
  addressOf: (page: Listing) => string,
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  const { catalog, viewer } = context;
  const page = catalog.page(pageId, viewer);
  if (!page) return closedPage(catalog.blockingRestrictionOf(pageId, viewer), context, call);
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
