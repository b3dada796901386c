import { resolveReferences } from "./character-references.ts";
import { escapeHtml } from "./escape-html.ts";
import { type HtmlToken, htmlTokens, voidElements } from "./html-tokens.ts";
import { linkTarget } from "./links.ts";
import { maximumDepth } from "./problem.ts";
import { type SafeHtml, vouchedHtml } from "./safe-html.ts";

/** The address of a page by its id; undefined for pages that have none. */
export type PageAddress = (pageId: number) => string | undefined;

/** Resolves an author's address, such as `/notes/`, `#top` or `https://a.example/`. */
export type LinkAddress = (address: string) => string;

const keptElements = new Set(
  (
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div table caption thead tbody tfoot tr th td " +
    "a b strong i em u s del ins sup sub small mark abbr cite q dfn kbd samp var code br hr wbr"
  ).split(" "),
);

/** Writes the start of an element that is no link. */
export type StartTag = (name: string, attributes: string) => string;

/**
 * Stored rich text as HTML for a page. It is not trusted: it may be older than the sanitizer
 * (contract#sanitized-once). Elements that mark up text stay, nested, at most 100 deep and without
 * attributes; links stay where a reader may follow them, as they are written without `linkAddress`. Never
 * throws; linear in the length of `stored`.
 */
export const pageHtml = (
  stored: string,
  addressOf: PageAddress,
  linkAddress?: LinkAddress,
  startTag: StartTag = (name) => `<${name}>`,
): SafeHtml => {
  const open: string[] = [];
  let html = "";
  for (const token of htmlTokens(stored)) {
    if ("text" in token) {
      html += token.text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    } else if (!keptElements.has(token.name)) {
      // Its text stays.
    } else if (voidElements.has(token.name)) {
      if (!token.closes) html += `<${token.name}/>`;
    } else if (token.closes) {
      const opened = open.lastIndexOf(token.name);
      if (opened >= 0) html += endTags(open.splice(opened));
    } else if (open.length < maximumDepth) {
      open.push(token.name);
      const { name, attributes } = token;
      if (name === "a") html += startOfLink(attributes, addressOf, linkAddress);
      else html += name === "ol" ? startOfList(attributes) : startTag(name, attributes);
    }
  }
  return vouchedHtml(html + endTags(open));
};

/** The ids of the pages that stored rich text links to. */
export const pageLinksIn = (stored: string): readonly number[] =>
  [...htmlTokens(stored)].flatMap((token) => {
    const target = isLink(token) ? linkTarget(token.attributes) : null;
    return target && "page" in target ? [target.page] : [];
  });

const isLink = (token: HtmlToken): token is Exclude<HtmlToken, { readonly text: string }> =>
  "name" in token && token.name === "a" && !token.closes;

const endTags = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");

const startOfList = (attributes: string): string => {
  const [start = ""] = / start="\d{1,9}"/.exec(attributes) ?? [];
  return `<ol${start}>`;
};

const startOfLink = (
  attributes: string,
  addressOf: PageAddress,
  linkAddress: LinkAddress | undefined,
): string => {
  const address = addressIn(attributes, addressOf, linkAddress);
  return address ? `<a href="${address}">` : "<a>";
};

const addressIn = (
  attributes: string,
  addressOf: PageAddress,
  linkAddress: LinkAddress | undefined,
): string | undefined => {
  const target = linkTarget(attributes);
  if (!target || "document" in target) return undefined;
  if ("page" in target) return escapeHtml(addressOf(target.page) ?? "");
  return linkAddress ? escapeHtml(linkAddress(resolveReferences(target.address))) : target.address;
};
