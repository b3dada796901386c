import type { Listing } from "#lib/pages/listing.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import type { Visit } from "./site-visit.ts";

/** The theme of a page; for null, of messages. */
export const siteTheme = (page: Listing | null, { themeOf }: Pick<Visit, "themeOf">): Theme =>
  themeNamed(themeOf(page));
