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

/** Judges an unresolved `href`: a reference before the path counts as a colon, because it may be one. */
const isHarmless = (href: string): boolean =>
  mayBeLinked(href.replace(/^[^/?#]*/, (start) => start.replaceAll("&amp;", "").replaceAll("&", ":")));

const attribute =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/g;

/** The first value of an attribute among those of a tag, as it is written, with its character references. */
const attributeIn = (attributes: string, attributeName: string): string | undefined => {
  for (const [, name = "", quoted, singleQuoted, bare] of attributes.matchAll(attribute)) {
    if (name.toLowerCase() === attributeName) return quoted ?? singleQuoted ?? bare ?? "";
  }
  return undefined;
};
