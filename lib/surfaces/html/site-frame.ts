import { hash } from "node:crypto";
import { type Caller, sessionTheme } from "#lib/access/principal.ts";
import { cached } from "#lib/cached.ts";
import type { Request } from "#lib/http/request.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import { postFilters } from "#lib/settings/site.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site, SiteSettings } from "#lib/site/site.ts";
import { accountOf, type PageFrame, proofFields } from "#lib/surfaces/accounts/page-frame.ts";
import { comingBack } from "#lib/surfaces/accounts/sign-in.ts";
import { type PageExtra, pageExtras } from "#lib/themes/page-extras.ts";
import type { PageLink, SiteFrame, ThemeChoice } from "#lib/themes/page-parts.ts";
import { themeSlug, themesWith } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";

type Settings = Pick<
  SiteSettings,
  "name" | "themeSwitch" | "logo" | "favicon" | "navigation" | "socialLinks"
>;

interface FrameParts extends Partial<Pick<SiteFrame, "account" | "themes">> {
  /** The pages of the menu; those that the site's own navigation has already are not shown twice. */
  readonly menu?: readonly PageLink[];
}

/**
 * The frame of the site around each page. `address` is the page's own; null for messages, which have none.
 */
export const siteFrame = (
  settings: Settings,
  media: MediaLookup,
  address: string | null,
  { account = null, themes = null, menu = [] }: FrameParts = {},
): SiteFrame => {
  const imageOf = (id: number | null) => (id === null ? undefined : media("image", id)) ?? null;
  const links = settings.navigation.filter(({ url }) => isPath(url) || isWebAddress(url));
  return {
    name: settings.name,
    url: "/",
    logo: imageOf(settings.logo),
    favicon: imageOf(settings.favicon),
    navigation: [...links, ...menu.filter(({ url }) => !links.some((link) => link.url === url))].map(
      ({ title, url }) => ({ title, url, isCurrent: url === address }),
    ),
    socialLinks: settings.socialLinks.filter(({ url }) => isWebAddress(url)),
    account,
    themes: settings.themeSwitch ? themes : null,
    search: postFilters().has("search") ? { address: "/", words: "" } : null,
  };
};

/** The ids of the images of the frame. */
export const siteImages = ({ logo, favicon }: Pick<SiteSettings, "logo" | "favicon">): readonly number[] =>
  [logo, favicon].filter((id) => id !== null);

/** A path of this site: what begins with two slashes leads to another. */
const isPath = (url: string): boolean => /^\/(?![/\\])/.test(url);

/** The form in which the visitor chooses a theme, and which leads back (contract#theme-selection). */
export const themeChoice = (
  request: Pick<Request, "path" | "query">,
  caller: Pick<Caller, "principal" | "session">,
  selected: string,
): ThemeChoice => {
  const query = new URLSearchParams(request.query);
  // These parameters would win over the chosen theme.
  for (const name of ["theme", "template_base_dir"]) query.delete(name);
  const next = comingBack({ path: request.path, query });
  return {
    address: `/api/update_theme/?${new URLSearchParams({ next })}`,
    kept: caller.principal ? proofFields(caller) : {},
    options: themesWith(customThemes()).map((theme) => ({ ...theme, isSelected: theme.slug === selected })),
  };
};

interface FrameCall {
  readonly caller: Caller;
  readonly request: Pick<Request, "path" | "query"> | null;
  readonly extras?: readonly PageExtra[];
}

/**
 * The frame of pages that belong to no blog, with a choice of themes where the page has an address. It has no
 * pictures, which would cost a request.
 */
export const pageFrameFor = (
  { settings }: Pick<Site, "settings">,
  { caller, request, extras = [] }: FrameCall,
): PageFrame => {
  const reading = { locale: settings.locale, fileUrl, media: () => undefined };
  const slug = themeSlug([sessionTheme(caller), settings.theme], customThemes());
  const theme = themeNamed(slug);
  const themes = request && themeChoice(request, caller, slug);
  return {
    site: siteFrame(settings, reading.media, null, { account: accountOf(caller), themes }),
    theme,
    reading,
    policy: contentPolicy({ style: theme.style, sendsForms: true, extras }),
  };
};

interface PolicyParts {
  /** The theme's style sheet, exactly as the page contains it. */
  readonly style: string;
  readonly sendsForms?: boolean;
  readonly extras?: readonly PageExtra[];
  /** The origins of frames that visitors may load. */
  readonly frames?: readonly string[];
  /** Who may show the page in a frame. */
  readonly framedBy?: "'none'" | "'self'";
}

/** A page's content security policy: its style, and the site's scripts where it has some (decision 007). */
export const contentPolicy = ({
  style,
  extras = [],
  frames = [],
  sendsForms = false,
  framedBy = "'none'",
}: PolicyParts): string => {
  const parts = extras.map((name) => pageExtras[name]);
  const digests = [style, ...parts.map((part) => part.style)].map(sourceOf);
  return [
    "default-src 'none'",
    // Media are behind redirects, and policies apply to where a redirect ends.
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `style-src ${digests.join(" ")}`,
    ...(parts.some(({ script }) => script !== null) ? ["script-src 'self'"] : []),
    ...(parts.some(({ reads }) => reads) ? ["connect-src 'self'"] : []),
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "base-uri 'none'",
    `form-action ${sendsForms ? "'self'" : "'none'"}`,
    `frame-ancestors ${framedBy}`,
  ].join("; ");
};

/** There are few style sheets, and each page has some of them. */
const sources = new Map<string, string>();

const sourceOf = (style: string): string =>
  cached(sources, 100, style, () => `'sha256-${hash("sha256", style, "base64")}'`);
