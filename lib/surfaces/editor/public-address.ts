import { idsAbove, publicUrl } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";

type AddressedPage = Pick<Page, "kind" | "ancestors" | "slug" | "live">;

type Pages = ReadonlyMap<number, AddressedPage>;

/** A page's site-relative address; undefined for the root, and if a page above it is missing. */
export const siteAddress = (page: AddressedPage, pages: Pages): string | undefined => {
  if (page.kind === "home") return "/";
  if (page.kind === "root") return undefined;
  const above = idsAbove(page).map((id) => pages.get(id)?.slug);
  return above.every((slug) => slug !== undefined) ? publicUrl([...above, page.slug]) : undefined;
};

/** Where visitors find the page; undefined while it, or a page above it, is not published. */
export const publicAddress = (page: AddressedPage, pages: Pages): string | undefined =>
  [page, ...page.ancestors.slice(1).map((id) => pages.get(id))].every((each) => each?.live)
    ? siteAddress(page, pages)
    : undefined;
