import { requireEntry } from "#lib/access/entry.ts";
import { type Caller, type Principal, sessionTheme } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/account.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in-reply.ts";
import { notForYouPage, notFoundPage } from "#lib/surfaces/site/message-page.ts";
import { openPage } from "#lib/surfaces/site/site-page.ts";
import type { FrameReading, MessagePage, Reading, Theme } from "#lib/themes/theme.ts";
import { themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";

type EditorsReading = FrameReading & Pick<Reading, "media">;

interface EditorCall {
  readonly caller: Caller;
  readonly request: Pick<Request, "path" | "query">;
}

/**
 * A page for people with admin access (contract#editors-pages). Strangers are sent to sign in and come back.
 * `not_found` and `permission_denied` are shown as pages in the theme of the site.
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
    const context = {
      site: principal.site,
      reading: editorsReading(principal.site),
      account: accountOf(caller),
    };
    if (error.code === "not_found") return message(404, notFoundPage(context), context, caller);
    if (error.code === "permission_denied") return message(403, notForYouPage(context), context, caller);
    throw error;
  }
};

/** The theme of pages that belong to no blog. */
export const editorsTheme = ({ settings }: Site, caller: Caller): Theme =>
  themeNamed(themeSlug([sessionTheme(caller), settings.theme], customThemes()));

/** These pages show no pictures of the site, which would cost a request. */
export const editorsReading = ({ settings }: Site): EditorsReading => ({
  locale: settings.locale,
  fileUrl,
  media: () => undefined,
});

const message = (
  status: number,
  shown: MessagePage,
  { site, reading }: { readonly site: Site; readonly reading: EditorsReading },
  caller: Caller,
): Reply<string> => {
  const theme = editorsTheme(site, caller);
  const html = theme.messagePage(shown, reading);
  return new Reply(html, { status, headers: openPage(html, theme, caller).options.headers ?? {} });
};
