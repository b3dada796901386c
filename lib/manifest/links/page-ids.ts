import { goesUnnamed, type Pruning } from "#lib/manifest/apply/prune.ts";
import { allPages, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { rootPageId } from "#lib/pages/page.ts";

/** Undefined for paths of pages that are neither in the manifest nor, to stay, in the service. */
export type PageIdOf = (path: string) => number | undefined;

/** The ids before anything is applied, provisional ones for new pages. */
export const pageIdsBefore = (
  pages: readonly PageNode[],
  { pages: stored, namedPages }: Pick<StoredState, "pages" | "namedPages">,
  pruning: Pruning | undefined,
): PageIdOf => {
  const ids = new Map([["/", rootPageId]]);
  for (const [path, page] of namedPages) if (!goesUnnamed(page, pruning)) ids.set(path, page.id);
  let provisional = Number.MAX_SAFE_INTEGER;
  for (const { path } of allPages(pages)) ids.set(path, stored.get(path)?.page.id ?? provisional--);
  return (path) => ids.get(path);
};

/** Links of the manifest lead to pages that do not exist yet. */
export const leadToNewPages = ({ linked, pages: stored }: StoredState, pages: readonly PageNode[]): boolean =>
  allPages(pages).some(({ path }) => linked.has(path) && !stored.has(path));
