import type { Caller } from "#lib/access/principal.ts";
import type { BlockingRestriction } from "#lib/catalog/pages/columns.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { MessagePage, Theme } from "#lib/themes/theme.ts";
import { contentPolicy } from "./content-policy.ts";
import { notForYouPage, notFoundPage, passwordPage } from "./message-page.ts";
import { siteTheme } from "./site-theme.ts";
import type { Visit } from "./site-visit.ts";

/** Who asks for what. */
interface Asked {
  readonly request: Pick<Request, "path" | "query">;
  readonly caller: Caller;
}

/**
 * The answer with a page of the site in a theme. Nobody may keep what was made for somebody with credentials.
 */
export const openPage = (
  html: string,
  { style }: Pick<Theme, "style">,
  { principal, session }: Caller,
  sendsForms = false,
): Reply<string> =>
  new Reply(html, {
    headers: {
      "content-security-policy": contentPolicy(style, sendsForms),
      ...(principal || session ? privateHeaders : {}),
    },
  });

/**
 * The answer where a visitor is shown no page: 404 where nothing keeps them from one. Else they are asked for
 * the password, or sent to the sign-in form, from which they come back; if they are signed in, they are told
 * that the page is not for them.
 */
export const closedPage = (
  blocking: BlockingRestriction | undefined,
  visit: Visit,
  asked: Asked,
): Reply<string> => {
  if (!blocking) return messageReply(404, notFoundPage(visit), visit, asked);
  const next = comingBack(asked.request);
  if (blocking.restriction.type === "password") {
    return messageReply(403, passwordPage(visit, blocking.pageId, next), visit, asked);
  }
  if (asked.caller.principal) return messageReply(403, notForYouPage(visit), visit, asked);
  const location = `/accounts/login/?${new URLSearchParams({ next })}`;
  return new Reply("", { status: 302, headers: { location, ...privateHeaders } });
};

const messageReply = (
  status: 403 | 404,
  message: MessagePage,
  visit: Visit,
  { caller }: Asked,
): Reply<string> => {
  const theme = siteTheme(null, visit);
  const html = theme.messagePage(message, visit.reading);
  const { options } = openPage(html, theme, caller, message.passwordForm !== null);
  return new Reply(html, {
    status,
    headers: { ...options.headers, ...(status === 403 ? privateHeaders : {}) },
  });
};

/** The longest address that forms take to come back to. */
const maxAddressLength = 2048;

const comingBack = ({ path, query }: Asked["request"]): string => {
  const others = new URLSearchParams(query);
  others.delete("password");
  const address = encodeURI(path);
  const whole = others.size > 0 ? `${address}?${others}` : address;
  return [whole, address].find(({ length }) => length <= maxAddressLength) ?? "/";
};
