import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { pageAddresses } from "#lib/surfaces/content/page-addresses.ts";
import { closedPage, type SiteCall } from "./site-page.ts";
import type { Visit } from "./site-visit.ts";

/**
 * The answer where there is no page: `reply`, unless that is a 404 and a page was there earlier, whose id
 * `moved` finds.
 */
export const replyOrMoved = async (
  reply: Reply<string>,
  moved: () => Promise<number | undefined>,
  visit: Visit,
  call: SiteCall,
): Promise<Reply<string>> => {
  const pageId = reply.options.status === 404 ? await moved() : undefined;
  return pageId === undefined ? reply : movedReply(pageId, visit, call);
};

/**
 * Leads on from an address that a page has left, if the visitor passes the page's restriction; else answers
 * as the page's own address does. Caches ask again, since a new page may take the address.
 */
const movedReply = (pageId: number, visit: Visit, call: SiteCall): Reply<string> => {
  const { catalog, viewer } = visit;
  const page = catalog.page(pageId, viewer);
  if (!page) return closedPage(catalog.blockingRestrictionOf(pageId, viewer), visit, call);
  const { request, caller } = call;
  const query = request.query.size > 0 ? `?${request.query}` : "";
  const isPublic = !caller.principal && !caller.session;
  return new Reply("", {
    status: 301,
    headers: {
      location: pageAddresses(catalog)(page) + query,
      ...(isPublic ? { "cache-control": "public, no-cache" } : privateHeaders),
    },
  });
};
