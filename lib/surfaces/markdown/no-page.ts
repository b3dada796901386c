import { Reply } from "#lib/http/reply.ts";
import { type FindTarget, noPageOrMoved, podcastOfSubscribers } from "#lib/surfaces/html/page-replies.ts";
import type { SiteContext } from "#lib/surfaces/html/site-context.ts";
import type { AskedPage, SitePageCall } from "./asked-page.ts";
import { markdownUrl } from "./markdown-text.ts";
import { subscribersAsText } from "./page-texts.ts";

/**
 * Answers where there is no page at the path, nor, for that of a text, at that of its page. The text of a
 * page that has moved leads on to its text.
 */
export const noPageFor = async (
  { written, slugs, isMarkdown }: AskedPage,
  targetAt: FindTarget,
  context: SiteContext,
  call: SitePageCall,
): Promise<Reply<string>> => {
  const podcast = isMarkdown ? podcastOfSubscribers(slugs, context) : undefined;
  if (podcast) return subscribersAsText(podcast, context, call.caller);
  const reply = await noPageOrMoved(written, targetAt, context, call);
  if (slugs === written || reply.options.status !== 404) return reply;
  return leadingToText(await noPageOrMoved(slugs, targetAt, context, call));
};

/** The answer with the address of a text in place of that of a page, if it leads to one for good. */
const leadingToText = (reply: Reply<string>): Reply<string> => {
  const { status, headers } = reply.options;
  const location = headers?.location ?? "";
  // Addresses of feeds have no slash at their end.
  if (status !== 301 || !/^[^?]*\/(\?|$)/.test(location)) return reply;
  return new Reply(reply.body, { status, headers: { ...headers, location: markdownUrl(location) } });
};
