import { mayBeLinked } from "../address-schemes.ts";
import { elementNames } from "../element-names.ts";
import type { RichTextFeature } from "../features.ts";
import { htmlTokens, voidElements } from "../html-tokens.ts";

/** Text in flat markup. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));

/** The value of an attribute in markup. */
const escapeValue = (value: string): string => escapeText(value).replaceAll('"', "&quot;");

export const namedCharacters: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00A0" },
};

/** The text with its references resolved; undefined if it has a name that only browsers know. */
const resolved = (written: string): string | undefined => {
  if (!written.includes("&")) return written;
  let known = true;
  const text = written.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w*));/gi,
    (all, decimal, hex, name) => {
      if (name === undefined) {
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        known &&= code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        return known ? String.fromCodePoint(code) : all;
      }
      const sign = namedCharacters[name];
      known &&= sign !== undefined;
      return sign ?? all;
    },
  );
  return known ? text : undefined;
};

const attributePattern = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

export const attributesIn = (written: string): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {};
  for (const [, name = "", quoted, single, bare] of written.matchAll(attributePattern))
    found[name.toLowerCase()] ??= resolved(quoted ?? single ?? bare ?? "") ?? "";
  return found;
};

/** Where a link leads: an address, or a page or document by its id. */
export interface LinkAttributes {
  readonly href: string;
  readonly kind: string;
  readonly id: string;
}

/** The attributes of a link in markup, after a space; empty for one that leads nowhere. */
export const linkMarkup = ({ href, kind, id }: LinkAttributes): string =>
  href === ""
    ? kind === "" || !/^\d+$/.test(id)
      ? ""
      : ` linktype="${kind}" id="${id}"`
    : ` href="${escapeValue(href)}"`;

const linkOf = (written: string, features: readonly string[]): string => {
  const { href = "", linktype = "", id = "" } = attributesIn(written);
  if (href.trim() !== "")
    return features.includes("link") && mayBeLinked(href) ? linkMarkup({ href, kind: "", id: "" }) : "";
  const feature = linktype === "page" ? "link" : linktype === "document" ? "document-link" : "";
  return features.includes(feature) ? linkMarkup({ href: "", kind: linktype, id }) : "";
};

/** The elements that can be edited, or that hold nothing but text. */
const editable = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br b strong i em s sup sub code a span u small mark kbd abbr".split(
    " ",
  ),
);

const keyedElements = new Set("p h1 h2 h3 h4 h5 h6 li blockquote".split(" "));

/** Flat markup of HTML that the service has answered; undefined if it holds what cannot be edited here. */
export const markupOf = (html: string, features: readonly string[]): string | undefined => {
  const names = elementNames(features as readonly RichTextFeature[]);
  let markup = "";
  let comments = false;
  const onComment = () => {
    comments = true;
  };
  for (const token of htmlTokens(html, onComment)) {
    if (comments) return undefined;
    if ("text" in token) {
      const text = resolved(token.text);
      if (text === undefined) return undefined;
      markup += escapeText(text);
      continue;
    }
    if (!editable.has(token.name)) return undefined;
    const name = names.get(token.name);
    if (name === undefined) continue;
    if (token.closes) {
      markup += `<end-${name} />`;
      continue;
    }
    markup += `<${name}${attributesOf(name, token.attributes, features)} />`;
    if (!voidElements.has(token.name) && token.attributes.trimEnd().endsWith("/")) return undefined;
  }
  return comments ? undefined : markup;
};

const attributesOf = (name: string, written: string, features: readonly string[]): string => {
  if (written === "") return "";
  if (name === "a") return linkOf(written, features);
  if (name === "ol") {
    const start = /^\d{1,9}$/.exec(attributesIn(written).start ?? "")?.[0];
    return features.includes("ol-start") && start && Number(start) !== 1 ? ` start="${Number(start)}"` : "";
  }
  const key = keyedElements.has(name) ? attributesIn(written)["data-block-key"] : undefined;
  return key === undefined ? "" : ` data-block-key="${escapeValue(key)}"`;
};
