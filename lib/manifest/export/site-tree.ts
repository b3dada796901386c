import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { isPost, type Page, rootPageId } from "#lib/pages/page.ts";
import { readPages } from "#lib/store/pages.ts";
import { readSlugClaimsBelow } from "#lib/store/slug-claims.ts";

/** A page in its place. */
export interface PlacedNode {
  readonly page: Page;
  /** Such as `/home/notes`. */
  readonly path: string;
  readonly formerSlugs: readonly string[];
}

/**
 * All pages, each before those below it, and those below one page in order of creation. Cost: two requests
 * per page that may have others below it, and one per 100 pages below one.
 */
export const readSiteTree = (): Promise<PlacedNode[]> => nodesBelow(rootPageId, "");

const nodesBelow = async (parentId: number, above: string): Promise<PlacedNode[]> => {
  const claims = await readSlugClaimsBelow(parentId);
  const ids = claims.flatMap(({ row }) => row ?? []).sort((a, b) => a - b);
  const rows = (await readPages(ids)).filter((page) => page !== undefined);
  const branches = await sideBySide(rows, async (page): Promise<PlacedNode[]> => {
    const path = `${above}/${page.slug}`;
    const formerSlugs = claims.filter(({ former }) => former === page.id).map(({ slug }) => slug);
    const below = isPost(page.kind) ? [] : await nodesBelow(page.id, path);
    return [{ page, path, formerSlugs }, ...below];
  });
  return branches.flat();
};
