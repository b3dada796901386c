import { isRightToLeft } from "#lib/language-direction.ts";
import { type SafeHtml, vouchedHtml } from "#lib/richtext/safe-html.ts";
import { type Child, type Element, h, htmlOf, withHtml, withoutElement } from "#lib/themes/element.ts";
import { type Extra, pageExtras, withFocus } from "#lib/themes/page-extras.ts";
import type { ListedPost, PageLink, SharePicture, StructuredData } from "#lib/themes/page-parts.ts";
import type { FrameReading, SitePage } from "#lib/themes/theme.ts";
import type { Composition } from "./composition.ts";
import { icon } from "./site-frame.ts";

/** The parts that differ between pages. */
interface PageParts {
  /** The title for tabs and search engines. */
  readonly title: string;
  /** Open Graph properties, for previews of shared links; empty ones are left out. */
  readonly openGraph: Readonly<Record<string, string>>;
  /** The pages above this one, the outermost first. */
  readonly above: readonly PageLink[];
  /** Shown above everything else. */
  readonly bar?: Child;
  readonly main: Child;
  readonly footer?: Child;
}

/** A page as the HTML that is sent. */
export const documentHtml = (page: Element): SafeHtml => vouchedHtml(`<!doctype html>${htmlOf(page)}`);

/** The `html` element of a page. */
export const documentOf = (
  page: Pick<
    SitePage,
    | "description"
    | "isIndexed"
    | "url"
    | "feeds"
    | "share"
    | "structuredData"
    | "extras"
    | "language"
    | "translations"
  > & {
    readonly site: SitePage["site"] | null;
  },
  { title, openGraph, above, bar, main, footer }: PageParts,
  reading: FrameReading,
  { style, parts }: Composition,
): Element => {
  // It is written before the head, whose styles depend on it.
  const content = htmlOf(h("main", null, main));
  return h(
    "html",
    inLanguage(page.language ?? reading.locale),
    h(
      "head",
      null,
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("title", null, title),
      page.description !== "" && h("meta", { name: "description", content: page.description }),
      !page.isIndexed && h("meta", { name: "robots", content: "noindex" }),
      page.url !== null && h("link", { rel: "canonical", href: page.url }),
      page.translations?.map(({ language, url }) =>
        h("link", { rel: "alternate", hreflang: language, href: url }),
      ),
      page.feeds.map(({ title, url, type }) => h("link", { rel: "alternate", type, title, href: url })),
      openGraphOf({
        "og:site_name": page.site?.name ?? "",
        "og:url": page.url ?? "",
        ...openGraph,
        ...(page.share && sharedAs(page.share)),
      }),
      page.share && twitterCard(page.share),
      page.structuredData && linkedData(page.structuredData),
      icon(page.site, reading),
      withHtml("style", null, style),
      withFocus(content, page.extras).map((name) => extra(pageExtras[name])),
    ),
    h(
      "body",
      null,
      bar,
      ofSite(page.language, reading, parts.siteHeader(page.site, above, reading)),
      withoutElement(content),
      ofSite(page.language, reading, parts.siteFooter(page.site, footer)),
    ),
  );
};

/** The attributes of an element whose text is in a language. */
export const inLanguage = (language: string) => ({
  lang: language,
  dir: isRightToLeft(language) ? ("rtl" as const) : undefined,
});

/** Those of an element among others, which may be in a language of another direction. */
const inLanguageAmongOthers = (language: string) => ({
  lang: language,
  dir: isRightToLeft(language) ? "rtl" : "ltr",
});

/** Those of what a list says of a post; none for one in the language of the site. */
export const inLanguageOf = ({ language }: Pick<ListedPost, "language">) =>
  language === undefined ? null : inLanguageAmongOthers(language);

/** What is in the language of the site, around a page in another one. */
const ofSite = (language: string | undefined, { locale }: FrameReading, content: Child): Child =>
  language === undefined || !content ? content : h("div", inLanguageAmongOthers(locale), content);

const extra = ({ style, script }: Extra): Child => [
  withHtml("style", null, style),
  script !== null && h("script", { type: "module", src: `/_scripts/${script}` }),
];

const openGraphOf = (properties: Readonly<Record<string, string>>): Element[] =>
  Object.entries(properties)
    .filter(([, content]) => content !== "")
    .map(([property, content]) => h("meta", { property, content }));

/** A list of links; null for none. */
export const linkList = (links: readonly PageLink[]): Element | null =>
  links.length === 0
    ? null
    : h(
        "ul",
        { class: "links", role: "list" },
        links.map(({ title, url }) => h("li", null, h("a", { href: url }, title))),
      );

const sharedAs = ({ url, type, width, height, altText }: SharePicture): Readonly<Record<string, string>> => ({
  "og:image": url,
  "og:image:type": type,
  "og:image:width": String(width),
  "og:image:height": String(height),
  "og:image:alt": altText,
});

/** The size at which the picture is shown; everything else comes from Open Graph. */
const twitterCard = ({ width, height }: SharePicture): Element =>
  h("meta", { name: "twitter:card", content: width > height * 1.5 ? "summary_large_image" : "summary" });

/** A link to the site's front page. */
export const siteLink = ({ site }: Pick<SitePage, "site">): PageLink => ({ title: site.name, url: site.url });

/**
 * The data for search engines, as a block of data. Browsers do not run it, so content policies do not forbid
 * it. No text can end the element or open a comment in it, because `<` and `>` are escaped.
 */
const linkedData = (graph: readonly StructuredData[]): Element => {
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
  const escaped = json.replace(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${code}`;
  });
  return withHtml("script", { type: "application/ld+json" }, vouchedHtml(escaped));
};
