/** A page that has an address, as lists and details show it. */
export interface AddressedPage {
  readonly meta: { readonly html_url: string };
}

/** True for a page that shows its address. */
export const isAddressed = <P extends object>(page: P): page is P & AddressedPage =>
  "meta" in page && typeof page.meta === "object" && page.meta !== null && "html_url" in page.meta;

/** Where a built site has its pages: new addresses by the ones that the service gives them. */
export type LinkTargets = ReadonlyMap<string, string>;

/**
 * The address of a page on a built site: `linkBase`, and the path that it has on the service. No two pages
 * have one path. With `/`, `https://notes.example/notes/heron/` is `/notes/heron/`.
 */
export const addressOf = ({ meta }: AddressedPage, linkBase = "/"): string =>
  linkBase.replace(/\/*$/, "/") + new URL(meta.html_url).pathname.slice(1);

/** The targets of links to these pages; pages that do not show their addresses have none. */
export const linkTargets = (pages: Iterable<object>, linkBase = "/"): LinkTargets =>
  new Map(
    Array.from(pages).flatMap((page) => {
      if (!isAddressed(page)) return [];
      const { href, pathname } = new URL(page.meta.html_url);
      const target = addressOf(page, linkBase);
      return [href, pathname].map((address) => [withoutSlash(address), target] as const);
    }),
  );

/**
 * Leads links of the service's HTML to the built site: those to pages that it has, with their queries and
 * fragments. Others stay as they are.
 */
export const rewriteLinks = (html: string, targets: LinkTargets): string =>
  html.replace(anchor, (whole, start: string, quoted: string) => {
    const [, address = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(quoted.slice(1, -1)) ?? [];
    const target = targets.get(withoutSlash(encoded(address.replaceAll("&amp;", "&"))));
    if (target === undefined) return whole;
    const written = target.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
    return `${start}${quoted[0]}${written}${rest}${quoted[0]}`;
  });

/** A link up to the address, and the address in its quotes. */
const anchor = /(<a\b(?:[^>"']|"[^"]*"|'[^']*')*?\shref=)("[^"]*"|'[^']*')/gi;

/** The address as `new URL` writes it. */
const encoded = (address: string): string => {
  if (/^\/(?!\/)/.test(address)) return new URL(address, "http://localhost").pathname;
  return URL.canParse(address) ? new URL(address).href : address;
};

const withoutSlash = (address: string): string => address.replace(/\/+$/, "");
