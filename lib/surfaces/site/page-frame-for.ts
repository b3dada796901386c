import { type Caller, sessionTheme } from "#lib/access/principal.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site } from "#lib/site/site.ts";
import { accountOf } from "#lib/surfaces/accounts/account.ts";
import type { PageFrame } from "#lib/surfaces/accounts/page-frame.ts";
import { themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { contentPolicy } from "./content-policy.ts";
import { siteFrame } from "./site-frame.ts";

/** The frame of pages that belong to no blog. It has no pictures, which would cost a request. */
export const pageFrameFor = ({ settings }: Pick<Site, "settings">, caller: Caller): PageFrame => {
  const reading = { locale: settings.locale, fileUrl, media: () => undefined };
  const theme = themeNamed(themeSlug([sessionTheme(caller), settings.theme], customThemes()));
  return {
    site: siteFrame(settings, reading.media, null, accountOf(caller)),
    theme,
    reading,
    policy: contentPolicy({ style: theme.style, sendsForms: true }),
  };
};
