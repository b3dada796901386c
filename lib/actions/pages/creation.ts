import { randomUUID } from "node:crypto";
import type { AuditKind } from "#lib/pages/audit-entry.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { Page, PageKind, Season } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { summaryOf } from "#lib/pages/revision-summary.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import type { Decision } from "#lib/store/commit.ts";
import { draftAudioWrites } from "#lib/store/draft-episodes.ts";
import { putPage, putRevision } from "#lib/store/pages.ts";
import { listingWrites } from "./listing-writes.ts";

export interface NewPage {
  readonly kind: PageKind;
  readonly content: AnyContent;
  readonly ownerId: number | null;
  /** What creates it (contract#revision-client). */
  readonly client?: string | undefined;
  readonly showInMenus?: boolean;
  readonly commentsClosed?: true | undefined;
  readonly restriction?: Restriction | null;
  readonly seasons?: readonly Season[];
  readonly fromManifest?: true;
  /** A new one unless the page comes from another service. */
  readonly uuid?: string | undefined;
}

export type NewIds = Readonly<Record<"page" | "revision", number>>;

export interface SavedPage {
  readonly page: Page;
  readonly latest: Revision;
}

/** Creates a page with its content as the first draft revision. Its slug is claimed by the caller. */
export const decideCreation = async (
  ids: NewIds,
  parent: Page,
  newPage: NewPage,
  now: string,
): Promise<Decision<SavedPage>> => {
  const latest: Revision = {
    id: ids.revision,
    pageId: ids.page,
    content: newPage.content,
    authorId: newPage.ownerId,
    ...(newPage.client !== undefined && { client: newPage.client }),
    createdAt: now,
    previousRevisionId: null,
    audit: { version: firstVersion, kind: "wagtail.create" satisfies AuditKind },
  };
  const page = { ...firstState(ids, parent, newPage, now), summary: summaryOf(latest, customBlocks()) };
  const listing = await listingWrites(page, newPage.content, null);
  return {
    ...listing,
    writes: [
      putPage(page, null),
      ...putRevision(latest),
      ...draftAudioWrites(page.id, undefined, newPage.content),
      ...listing.writes,
    ],
    value: { page, latest },
  };
};

/** The version of a page that has just been created. */
const firstVersion = 1;

const firstState = (
  ids: NewIds,
  parent: Page,
  {
    kind,
    content,
    ownerId,
    showInMenus,
    commentsClosed,
    restriction,
    seasons,
    fromManifest,
    uuid = randomUUID(),
  }: NewPage,
  now: string,
): Page => ({
  id: ids.page,
  kind,
  parentId: parent.id,
  ancestors: [...parent.ancestors, parent.id],
  uuid,
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
  ...(commentsClosed && { commentsClosed }),
  ...(seasons && { seasons }),
  ...(fromManifest && { fromManifest }),
  version: firstVersion,
});
