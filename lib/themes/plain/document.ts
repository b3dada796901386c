import { type Child, type Element, h, withHtml } from "#lib/themes/element.ts";
import type { PageLink, Reading, SitePage } from "#lib/themes/theme.ts";
import { style } from "./style.ts";

/** What is in a page beside what all pages have. */
interface Parts {
  /** What the page is called in tabs, and by search engines. */
  readonly title: string;
  /** For those who share the page, by property; empty ones are left out. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** The pages above this one, the outermost first. */
  readonly above: readonly PageLink[];
  readonly main: Child;
  readonly footer?: Child;
}

/** A page, from `html` down. */
export const documentOf = (
  page: SitePage,
  { title, openGraph, above, main, footer }: Parts,
  reading: Reading,
): Element =>
  h(
    "html",
    { lang: reading.locale },
    h(
      "head",
      null,
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("title", null, title),
      page.description !== "" && h("meta", { name: "description", content: page.description }),
      !page.isIndexed && h("meta", { name: "robots", content: "noindex" }),
      page.url !== null && h("link", { rel: "canonical", href: page.url }),
      openGraphOf({ "og:site_name": page.site.name, "og:url": page.url ?? "", ...openGraph }),
      // Without an icon of its own, a browser would ask the site for one that is not there.
      h("link", { rel: "icon", href: "data:," }),
      withHtml("style", null, style),
    ),
    h(
      "body",
      null,
      above.length > 0 &&
        h(
          "header",
          { class: "site" },
          above.map(({ title, url }) => h("a", { href: url }, title)),
        ),
      h("main", null, main),
      footer && h("footer", { class: "site" }, footer),
    ),
  );

const openGraphOf = (properties: Readonly<Record<string, string>>): Element[] =>
  Object.entries(properties)
    .filter(([, content]) => content !== "")
    .map(([property, content]) => h("meta", { property, content }));

/** The site itself, as the page above all others. */
export const siteLink = ({ site }: SitePage): PageLink => ({ title: site.name, url: site.url });
