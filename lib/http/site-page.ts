import type { Caller } from "#lib/access/principal.ts";
import type { Barrier } from "#lib/catalog/columns.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { notForYouPage, notFoundPage } from "#lib/views/message-page.ts";
import { siteTheme } from "#lib/views/site-theme.ts";
import type { Visit } from "#lib/views/site-visit.ts";
import { contentPolicy } from "./content-policy.ts";
import { privateHeaders, Reply } from "./reply.ts";
import type { Request } from "./request.ts";

/** Who asks for what. */
interface Asked {
  readonly request: Pick<Request, "path" | "query">;
  readonly caller: Caller;
}

/** The answer with a page of the site. Nobody may keep what was made for somebody with credentials. */
export const openPage = (
  html: string,
  { style }: Pick<Theme, "style">,
  { principal, session }: Caller,
): Reply<string> =>
  new Reply(html, {
    headers: {
      "content-security-policy": contentPolicy(style, false),
      ...(principal || session ? privateHeaders : {}),
    },
  });

/**
 * The answer where a visitor is shown no page: 404 where nothing keeps them from one; else strangers are sent to the sign-in
 * form, from which they come back, and others are told that the page is not for them.
 */
export const closedPage = (
  barrier: Barrier | undefined,
  visit: Visit,
  { request, caller }: Asked,
): Reply<string> => {
  const theme = siteTheme(null, visit);
  if (barrier && !caller.principal) return signInFirst(request);
  const message = barrier ? notForYouPage(visit) : notFoundPage(visit);
  const { body, options } = openPage(theme.messagePage(message, visit.reading), theme, caller);
  const headers = { ...options.headers, ...(barrier ? privateHeaders : {}) };
  return new Reply(body, { status: barrier ? 403 : 404, headers });
};

const signInFirst = ({ path, query }: Asked["request"]): Reply<string> => {
  const next = encodeURI(path) + (query.size > 0 ? `?${query}` : "");
  const location = `/accounts/login/?${new URLSearchParams({ next })}`;
  return new Reply("", { status: 302, headers: { location, ...privateHeaders } });
};
