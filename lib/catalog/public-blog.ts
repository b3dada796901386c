import type { Listing } from "#lib/pages/listing.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import type { Catalog } from "./catalog.ts";

/** The live blog or podcast that is open to everybody, or a 404 (contract#who-counts). */
export const publicBlog = (catalog: Catalog, id: number): Listing => {
  const page = catalog.page(id, anonymousViewer);
  if (page && isBlog(page)) return page;
  throw new QueryError(404, "No Blog matches the given query.");
};
