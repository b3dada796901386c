import type { Listing } from "#lib/pages/listing.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import type { Visit } from "./site-visit.ts";

/** The theme in which a visitor is shown a page of the site, or, for null, what is none. */
export const siteTheme = (page: Listing | null, { themeOf }: Pick<Visit, "themeOf">): Theme =>
  themeNamed(themeOf(page));
