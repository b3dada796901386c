import { type Child, type Element, h } from "#lib/themes/element.ts";
import type { Account, PageLink, SiteFrame, ThemeChoice } from "#lib/themes/page-parts.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { hiddenFields } from "./narrowing.ts";

/** The icon of tabs: the file that was uploaded, because not every browser takes WebP here. */
export const icon = (site: SiteFrame | null, { fileUrl }: Pick<Reading, "fileUrl">): Element =>
  site?.favicon
    ? h("link", { rel: "icon", type: site.favicon.file.contentType, href: fileUrl(site.favicon.file) })
    : // Without this, browsers request /favicon.ico, which is not there either.
      h("link", { rel: "icon", href: "data:," });

/** The site's logo; null without one. It has no words of its own, because the site's name is beside it. */
export const logo = (
  { logo }: Pick<SiteFrame, "logo">,
  { fileUrl }: Pick<Reading, "fileUrl">,
): Element | null =>
  logo &&
  h("img", {
    class: "logo",
    src: fileUrl(logo.cover),
    width: logo.cover.width,
    height: logo.cover.height,
    alt: "",
  });

/** The logo, the pages above this one, of which the first is the site's front page, and the navigation. */
export const siteHeader = (
  site: SiteFrame | null,
  above: readonly PageLink[],
  reading: Pick<Reading, "fileUrl">,
): Element | null => {
  const navigation = site?.navigation ?? [];
  const account = site?.account ?? null;
  const search = site?.search ?? null;
  if (above.length === 0 && navigation.length === 0 && !account && !search) return null;
  return h(
    "header",
    { class: "site" },
    above.map(({ title, url }, index) =>
      h("a", { href: url }, site && index === 0 && logo(site, reading), title),
    ),
    navigation.length > 0 &&
      h(
        "nav",
        { "aria-label": "Site" },
        navigation.map(({ title, url, isCurrent }) =>
          h("a", { href: url, "aria-current": isCurrent ? "page" : undefined }, title),
        ),
      ),
    account && accountForm(account),
    search && siteSearch(search),
  );
};

const siteSearch = ({ address, words }: NonNullable<SiteFrame["search"]>): Element =>
  h(
    "form",
    { class: "search", method: "get", action: address, role: "search", "aria-label": "Site" },
    h("input", {
      type: "search",
      name: "search",
      "aria-label": "Search the site",
      placeholder: "Search the site",
      value: words,
      maxlength: 500,
    }),
    h("button", null, "Search"),
  );

/** The account that is signed in, and the button that signs out. */
const accountForm = ({ name, url, signOut }: Account): Element =>
  h(
    "form",
    { class: "account", method: "post", action: signOut.address },
    h("a", { href: url }, name),
    hiddenFields(signOut.kept),
    h("button", null, "Sign out"),
  );

/** The end of a page, with the site's places elsewhere. */
export const siteFooter = (site: SiteFrame | null, content: Child): Element | null => {
  const { socialLinks = [], themes = null } = site ?? {};
  return content || socialLinks.length > 0 || themes
    ? h(
        "footer",
        { class: "site" },
        content,
        socialLinks.length > 0 &&
          h(
            "nav",
            { "aria-label": "Elsewhere" },
            socialLinks.map(({ title, url }) => h("a", { href: url, rel: "me" }, title)),
          ),
        themes && themeForm(themes),
      )
    : null;
};

/** The themes that the visitor may choose, and a button, because pages work without script. */
const themeForm = ({ address, kept, options }: ThemeChoice): Element =>
  h(
    "form",
    { class: "themes", method: "post", action: address },
    h(
      "label",
      null,
      "Theme ",
      h(
        "select",
        { name: "theme_slug", autocomplete: "off" },
        options.map(({ slug, name, isSelected }) => h("option", { value: slug, selected: isSelected }, name)),
      ),
    ),
    hiddenFields(kept),
    h("button", null, "Use"),
  );
