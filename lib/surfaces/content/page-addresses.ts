import type { Catalog } from "#lib/catalog/catalog.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import type { Listing } from "#lib/pages/listing.ts";

/** Gives pages' site-relative addresses, with slashes at both ends; looks each page above them up once. */
export const pageAddresses = (catalog: Pick<Catalog, "listingById">): ((page: Listing) => string) => {
  const slugsBelowHome = remembering((id): readonly string[] => {
    const page = catalog.listingById(id);
    return page ? [...slugsOfParent(page), page.slug] : [];
  });
  const slugsOfParent = (page: Listing) =>
    page.ancestors.length > 2 ? slugsBelowHome(page.parentId ?? 0) : [];
  return (page) => publicUrl(page.kind === "home" ? [] : [...slugsOfParent(page), page.slug]);
};

const remembering = <Value>(ask: (id: number) => Value) => {
  const known = new Map<number, Value>();
  return (id: number): Value => {
    const value = known.get(id) ?? ask(id);
    known.set(id, value);
    return value;
  };
};
