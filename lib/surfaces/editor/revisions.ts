import type * as z from "zod/mini";
import { type RequireKind, requireEditable } from "#lib/access/post-permits.ts";
import type { revisionReads, rowReads } from "#lib/actions/pages/page-reads.ts";
import { type SectionName, sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import { certain } from "#lib/certain.ts";
import { writtenContentIn } from "#lib/pages/content.ts";
import { type ComparedBlock, type ComparedContent, contentChanges } from "#lib/pages/content-changes.ts";
import type { Page } from "#lib/pages/page.ts";
import type { AuditEntry, Revision } from "#lib/pages/revision.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import type { historyEntry, revisionDiff, revisionEntry } from "#lib/routes/editor-history.ts";
import { pageMembers } from "#lib/routes/editor-post-shapes.ts";
import { readAudit } from "#lib/store/audit.ts";
import {
  type ComparedRevisions,
  type RevisionEntry,
  readComparedRevisions,
  readRevisionEntries,
} from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { type EditedKind, type EditorCall, shownToEditors } from "./edited-kind.ts";
import { type EditorPostContext, editorWrittenView, type PostWithLatest } from "./editor-post.ts";
import { type PostEditor, postEditor } from "./post-editor.ts";

/** Names of users by id. */
type Usernames = ReadonlyMap<number | null, string>;

/** A revision in the list of a page's revisions (contract#revisions). */
const revisionEntryView = (
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

/** The members that the object of a revision has beside those of its page (contract#one-revision). */
const revisionIds = ({ latestRevisionId }: Page, { id }: Revision) => ({
  revision_id: id,
  latest_revision_id: latestRevisionId ?? id,
});

/** An entry of a page's history (contract#history). */
const historyEntryView = (
  { at, userId, kind, revisionId }: AuditEntry,
  usernames: Usernames,
): z.input<typeof historyEntry> => ({
  at,
  user: usernames.get(userId) ?? null,
  kind,
  revision_id: revisionId,
});

/**
 * The differences between a revision and another one, or nothing if it is the first (contract#diff). Refuses
 * `not_found`, and `against/not_found` if another one was named. Cost: a request per 100 media.
 */
const revisionDiffView = async (
  { page, revision, before }: ComparedRevisions & Pick<PostWithLatest, "page">,
  { against }: { readonly against: number | undefined },
  editor: PostEditor,
): Promise<z.input<typeof revisionDiff>> => {
  if (!revision) throw new Refusal("not_found", { detail: "Revision not found." });
  if (!before && against !== undefined)
    throw invalid("against", "not_found", `The page has no revision ${against}.`);
  const contentOf = async (latest: Revision) =>
    comparedContent(page, latest, await editor.viewContextOf({ page, latest }));
  const from = before ? await contentOf(before) : null;
  return { changes: contentChanges(from, await contentOf(revision)) };
};

/** Members that belong to the page and not to a revision. */
const pageKeys: ReadonlySet<string> = new Set(pageMembers);

/** The content of a post or episode as editors see it, to be compared (contract#diff). */
const comparedContent = (
  page: PostWithLatest["page"],
  revision: Revision,
  context: EditorPostContext,
): ComparedContent => {
  const { overview, detail, ...view } = editorWrittenView({ page, latest: revision }, context);
  const { body } = writtenContentIn(revision);
  const shown = { overview, detail };
  const blocksIn = (name: SectionName): ComparedBlock[] =>
    storedBlocks(body, name).map(({ type, value }, index) => {
      const block = certain(shown[name][index]);
      // A placeholder names the place of a block, and not its content.
      const content = block.type === "unsupported" ? [type, value] : block;
      return { type, key: JSON.stringify(content), shown: block };
    });
  return {
    fields: Object.fromEntries(Object.entries(view).filter(([name]) => !pageKeys.has(name))),
    sections: Object.fromEntries(sectionNames.map((name) => [name, blocksIn(name)])),
  };
};

type RevisionCall = EditorCall<ReturnType<typeof revisionReads>, "id" | "revision">;

/** Shows the post or episode with the content of a revision (contract#one-revision). Refuses `not_found`. */
export const showRevision = async <View>(
  kind: EditedKind<View>,
  { params, principal, reads }: RevisionCall,
) => {
  const found = await reads.revisions(params.id, params.revision);
  const { page, revisions } = requireEditable(kind.require(found), principal);
  const [revision] = revisions;
  if (!revision) throw new Refusal("not_found", { detail: "Revision not found." });
  const view = await shownToEditors(kind, { principal }, { page, latest: revision });
  return { ...view, ...revisionIds(page, revision) };
};

/** Shows how a revision of a post or episode differs from another one (contract#diff). */
export const diffRevision = async (
  require: RequireKind,
  {
    params,
    principal,
    reads,
    query,
  }: RevisionCall & { readonly query: { readonly against: number | undefined } },
) => {
  const found = await readComparedRevisions(params.id, params.revision, query.against, reads.revisions);
  return revisionDiffView(requireEditable(require(found), principal), query, postEditor(principal));
};

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
