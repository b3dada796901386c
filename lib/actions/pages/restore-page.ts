import { requirePresentParent } from "#lib/access/state-permits.ts";
import { clock } from "#lib/clock.ts";
import { aliasesOf, slugReservation } from "#lib/pages/addresses.ts";
import { withoutEmpty } from "#lib/pages/content.ts";
import { type BinnedPage, isPost, type Page } from "#lib/pages/page.ts";
import { type Revision, revisionListingOf } from "#lib/pages/revision.ts";
import { numberedSlug } from "#lib/pages/slug.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { settledInOrder } from "#lib/settled.ts";
import { changeSlugClaim, readSlugClaims, type SlugClaim } from "#lib/store/address-claims.ts";
import { putAudit } from "#lib/store/audit.ts";
import { deleteBinned, readBinned, readBinnedComments, unbinComments } from "#lib/store/bin.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { noteLeftoverBodies } from "#lib/store/leftovers.ts";
import { countBirths, putPage, putRevision, readPage, readRevision } from "#lib/store/pages.ts";
import { plannedRead, type RequestById } from "#lib/store/planned-read.ts";
import { draftAudioWrites } from "#lib/store/schedules.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";
import { freeAliasWrites } from "./address-writes.ts";
import { pageOutcome } from "./change-page-state.ts";
import type { SavedPage } from "./create-page.ts";

interface Restoration {
  /** Null for an administrator. */
  readonly userId: number | null;
  /** The client that restores it (contract#revision-client). */
  readonly client?: string | undefined;
  /** Gets the post in the bin; refuses by existence, permission and revision. */
  readonly permit: (binned: BinnedPage | undefined) => void;
  readonly reads?: { readonly binned?: typeof readBinned; readonly numbers?: PlannedNumbers };
}

/** Plans to read a post in the bin. */
export const restorationReads = ({ params }: RequestById) => ({
  binned: plannedRead(readBinned, params.id),
  numbers: plannedNumbers("IDS"),
});

/**
 * Takes a post out of the bin, as a draft with its id, revisions, history and comments. If its slug is taken,
 * it gets a number; aliases that are taken are left out. Then it has a new revision. Refuses `parent_gone`.
 * Cost: four requests, and those of `aliasWrites`.
 */
export const restorePage = (
  pageId: number,
  { userId, client, permit, reads: { binned: read = readBinned, numbers } = {} }: Restoration,
): Promise<SavedPage> =>
  commitDecision(async ({ beginIds, ids }) => {
    const binned = await read(pageId);
    permit(binned);
    if (!binned) throw new Error(`Page ${pageId} was to be restored, but is not in the bin.`);
    beginIds("revision");
    const [found, stored, comments, claim] = await settledInOrder(
      inOneRead(() => [
        readPage(binned.page.parentId),
        readRevision(pageId, binned.page.latestRevisionId ?? 0),
        readBinnedComments(pageId),
        freeSlugClaim(binned.page),
      ]),
    );
    const parent = requirePresentParent(found);
    if (!stored) throw new Error(`Page ${pageId} in the bin has lost its latest revision.`);
    const at = clock.now();
    const { slug } = claim;
    const before = aliasesOf(stored.content);
    const { aliases, writes: claims } = await freeAliasWrites(binned.page, before);
    const isAltered = slug !== binned.page.draftSlug || aliases.length < before.length;
    const latest: Revision = isAltered
      ? {
          id: (await ids("revision")).revision,
          pageId,
          content: withoutEmpty({ ...stored.content, slug, aliases }),
          authorId: userId,
          ...(client !== undefined && { client }),
          createdAt: at,
          previousRevisionId: stored.id,
        }
      : stored;
    const next: Page = {
      ...restoredRow(binned.page, comments),
      slug,
      draftSlug: slug,
      aliases: undefined,
      live: false,
      liveRevisionId: null,
      unpublishedChanges: true,
      latestRevisionId: latest.id,
      summary: revisionListingOf(latest, knownBlocks()),
      version: binned.page.version + 1,
    };
    const entry = { pageId, userId, at };
    return {
      writes: [
        deleteBinned(binned),
        putPage(next, null),
        countBirths(parent),
        changeSlugClaim(claim, { row: pageId, drafts: [pageId], former: claim.former }),
        ...claims,
        ...(isAltered ? putRevision(latest) : []),
        ...draftAudioWrites(pageId, undefined, latest.content),
        ...(comments ? unbinComments(pageId, comments) : []),
        ...putAudit(next.version, [
          { ...entry, kind: "lectern.restore", revisionId: null },
          ...(isAltered ? [{ ...entry, kind: "wagtail.edit" as const, revisionId: latest.id }] : []),
        ]),
        // Comments may have left parts behind that the bin has kept.
        noteLeftoverBodies(pageId),
      ],
      value: { page: next, latest },
      outcome: pageOutcome(next),
    };
  }, numbers);

/** The row in the bin, of a post with the number of its comments. */
const restoredRow = (page: BinnedPage["page"], comments: BinnedComments): BinnedPage["page"] =>
  comments && isPost(page)
    ? { ...page, comments: comments.comments.length, commentsVersion: comments.version }
    : page;

type BinnedComments = Awaited<ReturnType<typeof readBinnedComments>>;

/**
 * The first of a page's draft slug, and this with `-2`, `-3` …, that nobody holds. One request for two slugs,
 * and one for twice as many each time that all are taken.
 */
const freeSlugClaim = async ({ parentId, ancestors, draftSlug }: BinnedPage["page"]): Promise<SlugClaim> => {
  for (let first = 1, count = 2; ; first += count, count *= 2) {
    const slugs = Array.from({ length: count }, (_, index) => numberedSlug(draftSlug, first + index));
    const allowed = slugs.filter((slug) => slugReservation(slug, ancestors) === undefined);
    const claims = await readSlugClaims(parentId, allowed);
    const free = claims.find(({ row, drafts }) => row === null && drafts.length === 0);
    if (free) return free;
  }
};
