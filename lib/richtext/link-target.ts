import { escapeHtml } from "./escape-html.ts";
import { mayBeLinked } from "./link-scheme.ts";

/** Where a stored link leads: a page or document by its id, or an address as HTML writes it. */
export type LinkTarget =
  | { readonly page: number }
  | { readonly document: number }
  | { readonly address: string };

/** Where the attributes of an `a` say that it leads; null for nowhere. An address wins over an id. */
export const linkTarget = (attributes: string): LinkTarget | null => {
  const written = attributeIn(attributes, "href");
  if (!written) return referenceIn(attributes);
  const href = written.trim();
  return href !== "" && isHarmless(href) ? { address: href.replace(/[<>"]/g, escapeHtml) } : null;
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
export const withPageId = (attributes: string, replace: (id: string) => string | undefined): string => {
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
  /** Where the value begins. */
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
const attributeIn = (attributes: string, attributeName: string): string | undefined =>
  attributeAt(attributes, attributeName)?.value;
