import { requireEntry } from "#lib/access/entry.ts";
import type { Caller, Principal } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import type { Site } from "#lib/site/site.ts";
import type { PageFrame } from "#lib/surfaces/accounts/page-frame.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { notForYouPage, notFoundPage, openPage } from "#lib/surfaces/html/site-page.ts";
import type { MessagePage, ObjectPage } from "#lib/themes/theme.ts";

interface EditorCall {
  readonly caller: Caller;
  readonly request: Pick<Request, "path" | "query">;
}

/**
 * Answers with a page for people with admin access (contract#editors-pages). Strangers are sent to sign in.
 */
export const forEditors = async (
  { caller, request }: EditorCall,
  page: (principal: Principal) => Promise<Reply<string>>,
): Promise<Reply<string>> => {
  const { principal } = caller;
  if (!principal) return signInReply(request);
  try {
    requireEntry(caller, "editor", authenticationClasses());
    return await page(principal);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { site } = principal;
    const frame = pageFrameFor(site, { caller, request });
    const context = {
      site,
      reading: frame.reading,
      account: frame.site.account,
      themesOn: () => frame.site.themes,
    };
    if (error.code === "not_found") return message(404, notFoundPage(context), frame, caller);
    if (error.code === "permission_denied") return message(403, notForYouPage(context), frame, caller);
    throw error;
  }
};

const message = (
  status: number,
  shown: MessagePage,
  { theme, reading }: PageFrame,
  caller: Caller,
): Reply<string> => {
  const html = theme.messagePage(shown, reading);
  return new Reply(html, { status, headers: openPage(html, theme, caller).options.headers ?? {} });
};

/** The answer with a page about an object of the site, in its theme. */
export const objectPageReply = (
  object: Pick<ObjectPage, "title" | "facts" | "links" | "figures">,
  site: Site,
  call: { readonly caller: Caller; readonly request: Pick<Request, "path" | "query"> },
): Reply<string> => {
  const { theme, reading, site: shown } = pageFrameFor(site, call);
  const page: ObjectPage = {
    ...object,
    site: shown,
    url: null,
    isIndexed: false,
    feeds: [],
    share: null,
    seoTitle: "",
    description: "",
  };
  return openPage(theme.objectPage(page, reading), theme, call.caller);
};
