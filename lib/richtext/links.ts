import { mayBeLinked } from "./address-schemes.ts";
import { resolveReferences } from "./character-references.ts";
import { escapeHtml } from "./escape-html.ts";
import { htmlTokens } from "./html-tokens.ts";

/** The target of a stored link: a page or document by its id, or an address as HTML writes it. */
export type LinkTarget =
  | { readonly page: number }
  | { readonly document: number }
  | { readonly address: string };

/** The target that the attributes of an `a` name; null for none. An address wins over an id. */
export const linkTarget = (attributes: string): LinkTarget | null => {
  const written = attributeIn(attributes, "href");
  return written ? addressTarget(written) : referenceIn(attributes);
};

/** The target of an address as an attribute has it; null for none that may be linked. */
export const addressTarget = (written: string): LinkTarget | null => {
  const address = written.trim();
  return address !== "" && isHarmless(address) ? { address: address.replace(/[<>"]/g, escapeHtml) } : null;
};

const referenceIn = (attributes: string): LinkTarget | null => {
  const id = attributeIn(attributes, "id") ?? "";
  if (!/^\d{1,15}$/.test(id)) return null;
  switch (attributeIn(attributes, "linktype")) {
    case "page":
      return { page: Number(id) };
    case "document":
      return { document: Number(id) };
    default:
      return null;
  }
};

/**
 * The attributes of an `a` with another `id`, if they lead to a page by it. `replace` gets the id as it is
 * written, which need not be a number; for undefined, it stays.
 */
const withPageId = (attributes: string, replace: (id: string) => string | undefined): string => {
  const leadsToPage =
    !attributeIn(attributes, "href")?.trim() && attributeIn(attributes, "linktype") === "page";
  const id = leadsToPage ? attributeAt(attributes, "id") : undefined;
  const replacement = id && replace(id.value);
  if (!id || replacement === undefined) return attributes;
  return attributes.slice(0, id.start) + replacement + attributes.slice(id.start + id.value.length);
};

/** Judges an unresolved `href`: a reference before the path counts as a colon, because it may be one. */
const isHarmless = (href: string): boolean =>
  mayBeLinked(href.replace(/^[^/?#]*/, (start) => start.replaceAll("&amp;", "").replaceAll("&", ":")));

const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/g;

interface WrittenAttribute {
  readonly value: string;
  /** The index at which the value begins. */
  readonly start: number;
}

const attributeAt = (attributes: string, attributeName: string): WrittenAttribute | undefined => {
  for (const { 0: whole, 1: name = "", 2: quoted, 3: singleQuoted, 4: bare, index } of attributes.matchAll(
    attribute,
  )) {
    if (name.toLowerCase() !== attributeName) continue;
    const value = quoted ?? singleQuoted ?? bare ?? "";
    const afterValue = quoted === undefined && singleQuoted === undefined ? 0 : 1;
    return { value, start: index + whole.length - afterValue - value.length };
  }
  return undefined;
};

/** The first value of an attribute among those of a tag, as it is written, with its character references. */
export const attributeIn = (attributes: string, attributeName: string): string | undefined =>
  attributeAt(attributes, attributeName)?.value;

/**
 * The id that an author has given to a block, by the attributes of its tag; undefined for none. It is stored
 * as a `data-block-key` that begins with `#`, because sanitizing keeps no other attribute of blocks.
 */
export const ownIdIn = (attributes: string): string | undefined =>
  ownIdPattern.exec(resolveReferences(attributeIn(attributes, "data-block-key") ?? ""))?.[1];

/** An own id as it is stored. */
export const ownIdPattern = /^#([^\s]{1,200})$/;

/**
 * Rich text with other ids in its links to pages; everything else stays as it is written. `replace` gets each
 * id as it is written, which need not be a number; for undefined, it stays. Linear in the length of `html`.
 */
export const withPageLinks = (html: string, replace: (id: string) => string | undefined): string => {
  if (!/linktype/i.test(html)) return html;
  let [written, end] = ["", 0];
  for (const token of htmlTokens(html)) {
    if (!("name" in token) || token.closes || token.name !== "a") continue;
    written += html.slice(end, token.start) + withPageId(token.attributes, replace);
    end = token.start + token.attributes.length;
  }
  return written + html.slice(end);
};
