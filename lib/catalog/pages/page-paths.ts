import { certain } from "#lib/certain.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import { type BlockingRestriction, type Columns, everywhere } from "./columns.ts";
import type { PageRows } from "./page-rows.ts";

/** Finds pages by the slugs on the way to them, from the site's root page unless another one is named. */
export class PagePaths {
  readonly #columns: Columns;
  readonly #rows: PageRows;

  constructor(columns: Columns, rows: PageRows) {
    this.#columns = columns;
    this.#rows = rows;
  }

  /** The id of the page at the end of the path; 0 for none. */
  idAt(slugs: readonly string[]): number {
    const ids = this.#idsAlong(slugs, this.#columns.sitePageId);
    return ids.length > slugs.length ? certain(ids.at(-1)) : 0;
  }

  /** The ids of public pages along the path, the one that it begins at first. */
  publicIdsAlong(slugs: readonly string[], from = this.#columns.sitePageId): readonly number[] {
    const ids = this.#idsAlong(slugs, from);
    const live = new Set(this.#columns.select(ids, everywhere, () => true));
    const end = ids.findIndex((id) => !live.has(id));
    return end < 0 ? ids : ids.slice(0, end);
  }

  /**
   * The restriction that keeps the viewer from the path; undefined if there is none, or no page. Below a
   * restricted page the answer is the same for paths that do not exist, so that nobody can probe for them.
   */
  blockingRestriction(slugs: readonly string[], viewer: Viewer): BlockingRestriction | undefined {
    const ids = this.#idsAlong(slugs, this.#columns.sitePageId);
    const live = this.#columns.select(ids, everywhere, () => true);
    const blocking = this.#columns.blockingRestriction(live.at(-1) ?? 0, viewer);
    const isDraft = (id: number) => ids.includes(id) && !live.includes(id);
    return blocking && !isDraft(blocking.pageId) ? blocking : undefined;
  }

  // The ids along the path, as far as pages exist.
  #idsAlong(slugs: readonly string[], from: number): readonly number[] {
    const ids = [from].filter((id) => id !== 0);
    for (const slug of ids.length === 0 ? [] : slugs) {
      const found = this.#rows
        .idsWith([{ field: "slug", value: slug }])
        .find((id) => this.#columns.parentOf(id) === ids.at(-1));
      if (found === undefined) break;
      ids.push(found);
    }
    return ids;
  }
}
