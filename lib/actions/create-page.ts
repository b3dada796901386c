import { randomUUID } from "node:crypto";
import { clock } from "#lib/clock.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { Page, PageKind, Season } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { type AuditEntry, putAudit } from "#lib/store/audit.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { draftAudioWrites } from "#lib/store/draft-episodes.ts";
import { putPage, putRevision, readPage, touchPage } from "#lib/store/pages.ts";
import { listingWrites } from "./listing-writes.ts";
import { type SlugRules, slugWrites } from "./slug-writes.ts";

/** A page to be made. */
export interface NewPage {
  readonly kind: PageKind;
  readonly content: AnyContent;
  readonly ownerId: number | null;
  readonly showInMenus?: boolean;
  readonly restriction?: Restriction | null;
  /** Of a podcast. */
  readonly seasons?: readonly Season[];
  readonly slugRules?: SlugRules;
}

/** A page just written, with the revision that is its latest. */
export interface SavedPage {
  readonly page: Page;
  readonly latest: Revision;
}

/**
 * Makes a page below a parent and saves its content as the first draft revision; nothing is published. `prepare` sees
 * the parent (undefined when there is none) and refuses, or says what to make; it runs again after a lost race.
 * Refuses `slug/duplicate`. Two creators of one slug collide on its claim and on the parent's row: one wins.
 * Cost: four requests, and what `prepare` asks for.
 */
export const createPage = (
  parentId: number,
  prepare: (parent: Page | undefined) => NewPage | Promise<NewPage>,
): Promise<SavedPage & { readonly parent: Page }> => {
  let ids: Record<"page" | "revision", number> | undefined;
  return commitDecision(async () => {
    const parent = await readPage(parentId);
    const wanted = await prepare(parent);
    if (!parent) throw new Error(`A page was prepared below ${parentId}, which does not exist.`);
    ids ??= await drawNumbers("page", "revision");
    const now = clock.now();
    const page = firstState(ids, parent, wanted, now);
    const latest: Revision = {
      id: ids.revision,
      pageId: page.id,
      content: wanted.content,
      authorId: wanted.ownerId,
      createdAt: now,
      previousRevisionId: null,
    };
    const created: AuditEntry = {
      pageId: page.id,
      kind: "wagtail.create",
      userId: wanted.ownerId,
      revisionId: null,
      at: now,
    };
    const listing = listingWrites(page, wanted.content);
    return {
      ...listing,
      writes: [
        putPage(page, null),
        ...putRevision(latest),
        ...draftAudioWrites(page.id, undefined, wanted.content),
        touchPage(parent),
        ...(await slugWrites(null, page, wanted.slugRules)),
        ...putAudit(page.version, [created]),
        ...listing.writes,
      ],
      value: { page, latest, parent },
    };
  });
};

const firstState = (
  ids: Record<"page" | "revision", number>,
  parent: Page,
  { kind, content, ownerId, showInMenus, restriction, seasons }: NewPage,
  now: string,
): Page => ({
  id: ids.page,
  kind,
  parentId: parent.id,
  ancestors: [...parent.ancestors, parent.id],
  uuid: randomUUID(),
  slug: content.slug,
  draftSlug: content.slug,
  title: content.title,
  ownerId,
  live: false,
  unpublishedChanges: true,
  latestRevisionId: ids.revision,
  liveRevisionId: null,
  createdAt: now,
  firstPublishedAt: null,
  lastPublishedAt: null,
  showInMenus: showInMenus ?? false,
  restriction: restriction ?? null,
  lock: null,
  schedule: null,
  workflow: null,
  ...(seasons && { seasons }),
  version: 1,
});
