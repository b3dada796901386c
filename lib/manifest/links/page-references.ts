import { goesUnnamed, type Pruning } from "#lib/manifest/apply/prune.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import { allPages, type PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { withPageLinks } from "#lib/richtext/links.ts";
import { writtenPath } from "./linked-paths.ts";

/** Replaces the paths of pages by ids. Unknown paths are reported, and get some id. */
export interface PageReferences {
  /** The id for a map such as `{page: /home/notes}`, whose only member has this name. */
  readonly idOf: (value: Readonly<Record<string, unknown>>, at: Path, member: "page" | "$page") => number;
  /** The HTML with ids in its links to pages. Links that are no paths stay. */
  readonly inRichText: (html: string, at: Path) => string;
}

/** The id for paths that were reported, so that each is reported once. */
const noPage = 1;

export const newPageReferences = (pageIdOf: PageIdOf, report: Report): PageReferences => {
  const idAt = (path: string, at: Path): number => {
    const id = pageIdOf(path);
    if (id === undefined) report(at, `there is no page ${path}`, "not_found");
    return id ?? noPage;
  };
  return {
    idOf: (value, at, member) => {
      for (const name of Object.keys(value))
        if (name !== member) report([...at, name], ({ key }) => `unknown ${key}`, "unsupported");
      const path = writtenPath(value[member]);
      if (path !== undefined) return idAt(path, [...at, member]);
      report([...at, member], "expected a page's path such as /home/notes");
      return noPage;
    },
    inRichText: (html, at) =>
      withPageLinks(html, (written) => {
        const path = writtenPath(written);
        return path === undefined ? undefined : String(idAt(path, at));
      }),
  };
};

/** The id of the page at a path; undefined if it is neither in the manifest nor, to stay, in the service. */
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

/** True if links of the manifest lead to pages that do not exist yet. */
export const leadToNewPages = ({ linked, pages: stored }: StoredState, pages: readonly PageNode[]): boolean =>
  allPages(pages).some(({ path }) => linked.has(path) && !stored.has(path));
