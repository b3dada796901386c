import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/addresses.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { inMenus, type Page } from "#lib/pages/page.ts";
import { type AuditKind, type Revision, revisionListingOf } from "#lib/pages/revision.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { type EditablePage, putPage, putRevision, readEditablePage, readRevision } from "#lib/store/pages.ts";
import { draftAudioWrites } from "#lib/store/schedules.ts";
import { aliasWrites, type SlugRules, slugWrites } from "./address-writes.ts";
import { pageOutcome } from "./change-page-state.ts";
import type { SavedPage } from "./create-page.ts";
import { listingWrites } from "./listing-writes.ts";
import type { PageReads, RevertReads } from "./page-reads.ts";
import { type CopyToTake, takeWorkingCopy } from "./take-working-copy.ts";

export interface DraftEdit {
  readonly authorId: number | null;
  /** The client that saves it (contract#revision-client). */
  readonly client?: string | undefined;
  /** Gets the page as it is; refuses by existence, permission, base revision and lock. */
  readonly permit: (current: EditablePage | undefined) => void;
  /** Undefined keeps the slug. It is checked before the rest of the content. */
  readonly slug?: string | undefined;
  /** Gives the new content, or refuses. */
  readonly change: (latest: AnyContent, page: Page) => AnyContent | Promise<AnyContent>;
  /** The revision whose content the change brings back; the latest one is not saved again. */
  readonly restores?: number | undefined;
  readonly slugRules?: SlugRules;
  /** The working copy that ends with the change. */
  readonly takes?: CopyToTake | undefined;
  readonly reads?: PageReads | undefined;
}

export interface SavedDraft extends SavedPage {
  /** True if the working copy that was named has stayed, because it is another one now. */
  readonly keepsCopy: boolean;
}

/**
 * Saves a new latest revision with its audit entry; the public page stays. While a page is not live, its
 * public slug follows the draft's. Refuses `slug/duplicate`. Cost: three requests, four with a slug.
 */
export const saveDraft = (pageId: number, edit: DraftEdit): Promise<SavedDraft> =>
  commitDecision(async (numbers) => {
    const [current, { writes: ends, keepsCopy }] = await settledInOrder([
      (edit.reads?.page ?? readEditablePage)(pageId),
      takeWorkingCopy(pageId, edit.takes),
    ]);
    edit.permit(current);
    if (!current?.latest) throw new Error(`An edit of page ${pageId} was permitted, which has no revision.`);
    const { page, latest } = current;
    if (edit.restores === latest.id)
      return { writes: ends, value: { page, latest, keepsCopy }, outcome: pageOutcome(page, keepsCopy) };
    const draftSlug = edit.slug ?? page.draftSlug;
    const moved = { ...page, draftSlug, slug: page.live ? page.slug : draftSlug };
    const slugRules = { ...edit.slugRules, isNamed: edit.slug !== undefined };
    const [claims, changed] = await settledInOrder(
      inOneRead(
        () => [slugWrites(page, moved, slugRules), (async () => edit.change(latest.content, page))()],
        () => numbers.beginIds("revision"),
      ),
    );
    const content = { ...changed, slug: draftSlug };
    const draft = { before: aliasesOf(latest.content), after: aliasesOf(content) };
    const kind: AuditKind = edit.restores === undefined ? "wagtail.edit" : "wagtail.revert";
    const revision: Revision = {
      // Above those of all revisions before: drawn after the page was read, or taken by the transaction.
      id: (await numbers.ids("revision")).revision,
      pageId,
      content,
      authorId: edit.authorId,
      ...(edit.client !== undefined && { client: edit.client }),
      createdAt: clock.now(),
      previousRevisionId: latest.id,
      ...(edit.restores !== undefined && { restoredFrom: edit.restores }),
      audit: { version: page.version + 1, kind },
    };
    const next: Page = {
      ...moved,
      ...(!page.live && { showInMenus: inMenus(page, content) }),
      latestRevisionId: revision.id,
      summary: revisionListingOf(revision, knownBlocks()),
      unpublishedChanges: true,
      version: page.version + 1,
    };
    const listing = page.live ? { writes: [] } : await listingWrites(next, content, page);
    return {
      ...listing,
      writes: [
        putPage(next, page.version),
        ...putRevision(revision),
        ...draftAudioWrites(pageId, latest.content, content),
        ...claims,
        ...(await aliasWrites(page, { draft }, edit.slugRules)),
        ...listing.writes,
        ...ends,
      ],
      value: { page: next, latest: revision, keepsCopy },
      outcome: pageOutcome(next, keepsCopy),
    };
  }, edit.reads?.numbers);

interface Revert {
  readonly userId: number | null;
  /** The client that restores it (contract#revision-client). */
  readonly client?: string | undefined;
  /** Refuses also if there is no such revision. */
  readonly permit: (current: EditablePage | undefined, hasRevision: boolean) => void;
  readonly reads?: RevertReads;
  readonly takes?: CopyToTake | undefined;
}

/**
 * Saves the content of an earlier revision as a new latest one; of the latest, nothing. Revisions never
 * change, so this one may be read before. Refuses `slug/duplicate`. Cost: five requests.
 */
export const restoreRevision = async (
  pageId: number,
  revisionId: number,
  { userId, client, permit, takes, reads = {} }: Revert,
): Promise<SavedDraft> => {
  const revision = await (reads.revision ?? readRevision)(pageId, revisionId);
  return saveDraft(pageId, {
    authorId: userId,
    client,
    reads,
    takes,
    permit: (current) => permit(current, revision !== undefined),
    slug: revision?.content.slug,
    restores: revisionId,
    change: (latest) => revision?.content ?? latest,
  });
};
