import type { MediaLookup } from "#lib/media/references.ts";
import { isWebAddress } from "#lib/richtext/link-scheme.ts";
import { postFilters } from "#lib/settings/site.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import type { SiteFrame } from "#lib/themes/theme.ts";

type Settings = Pick<SiteSettings, "name" | "logo" | "favicon" | "navigation" | "socialLinks">;

/** What each page shows of the site. `address` is the page's own; null for messages, which have none. */
export const siteFrame = (
  settings: Settings,
  media: MediaLookup,
  address: string | null,
  { account = null, themes = null }: Partial<Pick<SiteFrame, "account" | "themes">> = {},
): SiteFrame => {
  const imageOf = (id: number | null) => (id === null ? undefined : media("image", id)) ?? null;
  return {
    name: settings.name,
    url: "/",
    logo: imageOf(settings.logo),
    favicon: imageOf(settings.favicon),
    navigation: settings.navigation
      .filter(({ url }) => isPath(url) || isWebAddress(url))
      .map(({ title, url }) => ({ title, url, isCurrent: url === address })),
    socialLinks: settings.socialLinks.filter(({ url }) => isWebAddress(url)),
    account,
    themes,
    search: postFilters().has("search") ? { address: "/", words: "" } : null,
  };
};

/** The ids of the images of the frame. */
export const siteImages = ({ logo, favicon }: Pick<SiteSettings, "logo" | "favicon">): readonly number[] =>
  [logo, favicon].filter((id) => id !== null);

/** A path of this site: what begins with two slashes leads to another. */
const isPath = (url: string): boolean => /^\/(?![/\\])/.test(url);
