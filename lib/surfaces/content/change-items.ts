import type { AlteredPage } from "#lib/catalog/changes/altered-pages.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PageSelection } from "#lib/queries/fields.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { neededContent, type PageContext, type PageWithContent, pageDetailUrl, pageView } from "./page.ts";

const selection: PageSelection = {
  body: ["digest"],
  meta: ["html_url"],
  coverImage: { body: [], meta: [] },
};

/** The parts of pages that entries of the change feed need, beside listings. */
export const neededOfChanged = neededContent(selection);

/**
 * The entries of the change feed, in order. `pages` has the pages that strangers see now; any other changed
 * page counts as withdrawn.
 */
export const changeItems = (
  altered: readonly AlteredPage[],
  pages: ReadonlyMap<Listing["id"], PageWithContent>,
  context: PageContext,
) =>
  altered.map(({ id, kind, change, atMs }) => {
    const page = pages.get(id);
    const view = page && pageView(page, selection, context);
    const isGone = change === "unpublished" || change === "deleted";
    return {
      id,
      type: typeOf(page?.listing.kind ?? kind),
      change: page || isGone ? change : ("unpublished" as const),
      at: new Date(atMs).toISOString(),
      digest: (view?.digest ?? null) as string | null,
      html_url: view ? (view.meta as { readonly html_url: string }).html_url : null,
      detail_url: pageDetailUrl({ id }, context.base),
    };
  });
