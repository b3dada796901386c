import { type Page, type PageProperties, withProperties } from "#lib/pages/page.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putPage, readListedPage } from "#lib/store/pages.ts";
import type { StateChange } from "./change-page-state.ts";
import { listingWrites } from "./listing-writes.ts";

/** Sets properties of a page at once, without a revision. Two to four requests. */
export const setPageProperties = (
  pageId: number,
  properties: PageProperties,
  permit: StateChange["permit"] = () => {},
): Promise<Page> =>
  commitDecision(async () => {
    const current = await readListedPage(pageId);
    permit(current);
    if (!current) throw new Error(`Page ${pageId} does not exist.`);
    const { page, content } = current;
    const next = { ...withProperties(page, properties), version: page.version + 1 };
    const listing = content ? await listingWrites(next, content, page) : { writes: [] };
    return { ...listing, writes: [putPage(next, page.version), ...listing.writes], value: next };
  });
