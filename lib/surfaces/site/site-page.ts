import type { Caller } from "#lib/access/principal.ts";
import type { BlockingRestriction } from "#lib/catalog/pages/columns.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { comingBack, signInReply } from "#lib/surfaces/accounts/sign-in-reply.ts";
import type { PageExtra } from "#lib/themes/page-extras.ts";
import type { MessagePage, Theme } from "#lib/themes/theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { contentPolicy } from "./content-policy.ts";
import { notForYouPage, notFoundPage, passwordPage } from "./message-page.ts";
import type { SiteContext } from "./site-context.ts";

export interface SiteCall {
  readonly request: Pick<Request, "path" | "query">;
  readonly caller: Caller;
}

/** The theme of a page; for null, of messages. */
export const siteTheme = (page: Listing | null, { themeOf }: Pick<SiteContext, "themeOf">): Theme =>
  themeNamed(themeOf(page));

/** The answer with a page of the site. No cache may keep it if the caller has credentials. */
export const openPage = (
  html: string,
  { style }: Pick<Theme, "style">,
  { principal, session }: Caller,
  extras: readonly PageExtra[] = [],
): Reply<string> =>
  new Reply(html, {
    headers: {
      "content-security-policy": contentPolicy({
        style,
        extras,
        sendsForms: true,
      }),
      ...(principal || session ? privateHeaders : {}),
    },
  });

/**
 * The answer if a visitor gets no page: 404 unless a restriction keeps them from one. Else it asks for the
 * password, or sends them to sign in and back; people who are signed in learn that they may not see it.
 */
export const closedPage = (
  blocking: BlockingRestriction | undefined,
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  if (!blocking) return messageReply(404, notFoundPage(context), context, call);
  if (blocking.restriction.type === "password") {
    return messageReply(403, passwordPage(context, blocking.pageId, comingBack(call.request)), context, call);
  }
  if (call.caller.principal) return messageReply(403, notForYouPage(context), context, call);
  return signInReply(call.request);
};

const messageReply = (
  status: 403 | 404,
  message: MessagePage,
  context: SiteContext,
  { caller }: SiteCall,
): Reply<string> => {
  const theme = siteTheme(null, context);
  const html = theme.messagePage(message, context.reading);
  const { options } = openPage(html, theme, caller);
  return new Reply(html, {
    status,
    headers: { ...options.headers, ...(status === 403 ? privateHeaders : {}) },
  });
};
