import type * as z from "zod/mini";
import type { AuditEntry } from "#lib/pages/audit-entry.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type { historyEntry, revisionEntry } from "#lib/routes/editor-revision-shapes.ts";
import type { RevisionEntry } from "#lib/store/revisions.ts";

/** Names of users by id. */
type Usernames = ReadonlyMap<number | null, string>;

/** A revision in the list of a page's revisions (contract#revisions). */
export const revisionEntryView = (
  { id, authorId, client, createdAt, restoredFrom }: RevisionEntry,
  { latestRevisionId, liveRevisionId, schedule }: Page,
  usernames: Usernames,
): z.input<typeof revisionEntry> => ({
  id,
  created_at: createdAt,
  user: usernames.get(authorId) ?? null,
  client: client ?? null,
  is_latest: id === latestRevisionId,
  is_public: id === liveRevisionId,
  restored_from: restoredFrom ?? null,
  scheduled_for: schedule?.revisionId === id ? schedule.publishAt : null,
});

/** What the object of a revision has beside that of its page (contract#one-revision). */
export const revisionIds = ({ latestRevisionId }: Page, { id }: Revision) => ({
  revision_id: id,
  latest_revision_id: latestRevisionId ?? id,
});

/** An entry of a page's history (contract#history). */
export const historyEntryView = (
  { at, userId, kind, revisionId }: AuditEntry,
  usernames: Usernames,
): z.input<typeof historyEntry> => ({
  at,
  user: usernames.get(userId) ?? null,
  kind,
  revision_id: revisionId,
});
