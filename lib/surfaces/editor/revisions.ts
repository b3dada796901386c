import type * as z from "zod/mini";
import type { AuditEntry } from "#lib/pages/audit-entry.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Revision } from "#lib/pages/revision.ts";
import type {
  episodeRevision,
  historyEntry,
  revisionEntry,
  shownRevision,
} from "#lib/routes/editor-revision-shapes.ts";
import type { RevisionEntry } from "#lib/store/revisions.ts";
import { editorEpisodeView, editorPostOrEpisodeView } from "./editor-episode.ts";
import type { EditorPostContext } from "./editor-post.ts";

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

/** The editor's object of a post or episode with the content of a revision (contract#one-revision). */
export const shownRevisionView = (
  page: Page,
  revision: Revision,
  context: EditorPostContext,
): z.input<typeof shownRevision> => ({
  ...editorPostOrEpisodeView({ page, latest: revision }, context),
  ...revisionIds(page, revision),
});

/** The same of an episode. */
export const shownEpisodeRevisionView = (
  page: Page,
  revision: Revision,
  context: EditorPostContext,
): z.input<typeof episodeRevision> => ({
  ...editorEpisodeView({ page, latest: revision }, context),
  ...revisionIds(page, revision),
});

const revisionIds = ({ latestRevisionId }: Page, { id }: Revision) => ({
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
