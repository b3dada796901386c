import { type RequireKind, requireEditable } from "#lib/access/post-permits.ts";
import type { rowReads } from "#lib/actions/pages/page-reads.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { readAudit } from "#lib/store/audit.ts";
import { readRevisionEntries } from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import type { EditorCall } from "./edited-kind.ts";
import { historyEntryView, revisionEntryView } from "./revisions.ts";

interface ListCall extends EditorCall<ReturnType<typeof rowReads>> {
  readonly query: Window;
}

/** Lists what was done to a post or episode, the newest first. */
export const listHistory = async (
  require: RequireKind,
  { params, query, principal, request, reads }: ListCall,
) => {
  const { page } = requireEditable(require(await reads.row(params.id)), principal);
  return listWindow((await readAudit(page.id)).reverse(), query, request, async (entries) => {
    const usernames = await readUsernames(entries.map(({ userId }) => userId));
    return entries.map((entry) => historyEntryView(entry, usernames));
  });
};

/** Lists the revisions of a post or episode, the newest first. */
export const listRevisions = async (
  require: RequireKind,
  { params, query, principal, request, reads }: ListCall,
) => {
  const { page } = requireEditable(require(await reads.row(params.id)), principal);
  return listWindow(await readRevisionEntries(page.id), query, request, async (entries) => {
    const usernames = await readUsernames(entries.map(({ authorId }) => authorId));
    return entries.map((entry) => revisionEntryView(entry, page, usernames));
  });
};
