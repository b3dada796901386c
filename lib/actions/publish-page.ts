import { clock } from "#lib/clock.ts";
import { idsAbove } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { type AuditEntry, putAudit } from "#lib/store/audit.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { type EditablePage, putLiveContent, putPage, readEditablePage, readPages } from "#lib/store/pages.ts";
import type { SavedPage } from "./create-page.ts";
import { listingWrites } from "./listing-writes.ts";
import { slugWrites } from "./slug-writes.ts";

/** Who publishes, and whether they may. `permit` sees the page as it is, and runs again after a lost race. */
export interface Publication {
  readonly publisherId: number | null;
  readonly permit: (current: EditablePage | undefined) => void;
}

/** A page that is public now, with the pages above it that stand in its address. */
export interface PublishedPage extends SavedPage {
  readonly above: readonly Page[];
}

/**
 * Makes the latest revision of a page public, under the slug and title that it says, with its audit entries. Lists
 * that are read after this has answered show it. Refuses `slug/duplicate` when a sibling holds the slug by now, and
 * what `permit` refuses. Cost: four requests, one more when the public slug changes.
 */
export const publishPage = (pageId: number, { publisherId, permit }: Publication): Promise<PublishedPage> =>
  commitDecision(async () => {
    const current = await readEditablePage(pageId);
    permit(current);
    if (!current?.latest)
      throw new Error(`The publication of page ${pageId} was permitted, which has no revision.`);
    const { page, latest } = current;
    const above = (await readPages(idsAbove(page))).filter((ancestor) => ancestor !== undefined);
    const now = clock.now();
    const next: Page = {
      ...page,
      slug: latest.content.slug,
      title: latest.content.title,
      live: true,
      unpublishedChanges: false,
      liveRevisionId: latest.id,
      firstPublishedAt: page.firstPublishedAt ?? now,
      lastPublishedAt: now,
      version: page.version + 1,
    };
    const entry = { pageId, userId: publisherId, revisionId: latest.id, at: now };
    const entries: AuditEntry[] = [{ ...entry, kind: "wagtail.publish" }];
    if (page.title !== next.title) entries.unshift({ ...entry, kind: "wagtail.rename" });
    const listing = listingWrites(next, latest.content);
    return {
      ...listing,
      writes: [
        putPage(next, page.version),
        ...putLiveContent({ pageId, revisionId: latest.id, content: latest.content }),
        ...(await slugWrites(page, next)),
        ...putAudit(next.version, entries),
        ...listing.writes,
      ],
      value: { page: next, latest, above },
    };
  });
