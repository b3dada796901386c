import { publicUrl } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { readPages } from "./pages.ts";

/** The site-relative address of a page, from the rows of the pages above it. One request. */
export const publicUrlOf = async (page: Page): Promise<string> => {
  // The root and the site's root page stand in no address.
  const above = await readPages(page.ancestors.slice(2));
  return publicUrl([...above.map((ancestor) => ancestor?.slug ?? ""), page.slug]);
};
