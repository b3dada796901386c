import type { Caller } from "#lib/access/principal.ts";
import type { PublicContent } from "#lib/catalog/public-contents.ts";
import { Reply } from "#lib/http/reply.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { SitePageQuery } from "#lib/queries/site-page-query.ts";
import { pagePlayers } from "./page-players.ts";
import { postReply } from "./page-replies.ts";
import type { SiteContext } from "./site-context.ts";

/** The page of a post to a visitor who has sent no comment. Cost: that of its players. */
export const postAnswer = async (
  post: Listing,
  { content, comments }: Pick<PublicContent, "comments"> & { readonly content: PostContent },
  { query, nowMs }: { readonly query: SitePageQuery; readonly nowMs: number },
  context: SiteContext,
  caller: Caller,
): Promise<Reply<string>> => {
  const commenting = { view: query.comment, sent: null, nowMs };
  const { players, isWhole } = await pagePlayers(post, content, context, query);
  const reply = await postReply(post, { content, comments }, { commenting, players }, context, caller);
  return isWhole ? reply : keptByNobody(reply);
};

const keptByNobody = ({ body, options }: Reply<string>): Reply<string> =>
  new Reply(body, { ...options, headers: { ...options.headers, "cache-control": "private, no-store" } });
