import { type Caller, sessionTheme } from "#lib/access/principal.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/account.ts";
import type { PageFrame } from "#lib/surfaces/accounts/page-frame.ts";
import { themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { contentPolicy } from "./content-policy.ts";
import { siteFrame } from "./site-frame.ts";
import { themeChoice } from "./theme-choice.ts";

/**
 * The frame of pages that belong to no blog, with a choice of themes where the page has an address. It has no
 * pictures, which would cost a request.
 */
export const pageFrameFor = (
  { settings }: Pick<Site, "settings">,
  { caller, request }: { readonly caller: Caller; readonly request: Pick<Request, "path" | "query"> | null },
): PageFrame => {
  const reading = { locale: settings.locale, fileUrl, media: () => undefined };
  const slug = themeSlug([sessionTheme(caller), settings.theme], customThemes());
  const theme = themeNamed(slug);
  const themes = request && themeChoice(request, caller, slug);
  return {
    site: siteFrame(settings, reading.media, null, { account: accountOf(caller), themes }),
    theme,
    reading,
    policy: contentPolicy({ style: theme.style, sendsForms: true }),
  };
};
