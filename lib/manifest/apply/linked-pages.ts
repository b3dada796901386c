import { prepareContent, type ReferencedIds } from "#lib/manifest/check/page-content.ts";
import { type CheckedManifest, textRules } from "#lib/manifest/check-manifest.ts";
import { leadToNewPages, type PageIdOf } from "#lib/manifest/links/page-ids.ts";
import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-page.ts";
import { createDrafts, type ManifestPageContext } from "./apply-pages.ts";
import { ConcurrentChange } from "./concurrent-change.ts";
import type { Run } from "./run.ts";

interface LinkedPages {
  /** The file's pages that exist, by path. */
  readonly pages: ReadonlyMap<string, StoredPage>;
  readonly ids: ReferencedIds;
}

/**
 * What links in the file's pages lead to. If pages among it are new, all new pages are created first: unlike
 * ids that are drawn in advance, they are found again by a run that continues this one.
 */
export const linkedPages = async (
  { manifest, stored }: CheckedManifest,
  ids: ReferencedIds,
  context: Omit<ManifestPageContext, "contents" | "stored">,
  run: Run,
): Promise<LinkedPages> => {
  if (run.dryRun || !leadToNewPages(stored, manifest.pages)) return { pages: stored.pages, ids };
  const pages = new Map(stored.pages);
  const pageIdOf: PageIdOf = (path) => pages.get(path)?.page.id ?? ids.pageIdOf(path);
  const rules = textRules(manifest, stored.site, { ...ids, pageIdOf });
  const prepare = (node: PageNode) => prepareContent(node, rules, () => {});
  await createDrafts(manifest.pages, pages, prepare, context, run);
  return { pages, ids: { ...ids, pageIdOf } };
};

/** Stops the run if a page that links lead to was made anew, because somebody else has removed it. */
export const checkLinked = (
  linked: ReadonlySet<string>,
  applied: ReadonlyMap<string, number>,
  pageIdOf: PageIdOf,
): void => {
  for (const path of linked) {
    const id = applied.get(path);
    if (id !== undefined && id !== pageIdOf(path))
      throw new ConcurrentChange(`Somebody else has removed the page ${path}, to which others link.`);
  }
};
