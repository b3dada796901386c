import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import { settledInOrder } from "#lib/settled.ts";
import { putAudit } from "#lib/store/audit.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { deletePublicItems, putPage, readEditablePage } from "#lib/store/pages.ts";
import { aliasWrites, type SlugRules, slugWrites } from "./address-writes.ts";
import { pageOutcome, type StateChange } from "./change-page-state.ts";
import type { SavedPage } from "./create-page.ts";
import { listingWrites } from "./listing-writes.ts";

export interface Withdrawal extends StateChange {
  readonly slugRules?: SlugRules;
}

/**
 * Unpublishes a page; its latest revision stays as its draft, whose slug it gets again. Refuses
 * `slug/duplicate`. Cost: three requests, four if the slug changes.
 */
export const unpublishPage = (
  pageId: number,
  { userId = null, permit, slugRules, reads: { page: read = readEditablePage, numbers } = {} }: Withdrawal,
): Promise<SavedPage> =>
  commitDecision(async ({ beginChange }) => {
    const current = await read(pageId);
    permit(current);
    if (!current?.latest)
      throw new Error(`The withdrawal of page ${pageId} was permitted, which has no revision.`);
    beginChange();
    const { page, latest } = current;
    const next: Page = {
      ...page,
      slug: page.draftSlug,
      aliases: undefined,
      publicSlug: page.live ? page.slug : page.publicSlug,
      live: false,
      liveRevisionId: null,
      unpublishedChanges: true,
      version: page.version + 1,
    };
    const withdrawn = { pageId, kind: "wagtail.unpublish", userId, revisionId: null } as const;
    const [{ writes, ...listing }, claims, aliasClaims] = await settledInOrder(
      inOneRead(() => [
        listingWrites(next, latest.content, page),
        slugWrites(page, next, slugRules),
        aliasWrites(page, { live: { before: page.aliases } }),
      ]),
    );
    return {
      ...listing,
      writes: [
        putPage(next, page.version),
        ...deletePublicItems(pageId),
        ...(page.live ? putAudit(next.version, [{ ...withdrawn, at: clock.now() }]) : []),
        ...claims,
        ...aliasClaims,
        ...writes,
      ],
      value: { page: next, latest },
      outcome: pageOutcome(next),
    };
  }, numbers);
