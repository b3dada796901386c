import { type RequireKind, requireEditable } from "#lib/access/post-permits.ts";
import type { revisionReads } from "#lib/actions/pages/page-reads.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readComparedRevisions } from "#lib/store/revisions.ts";
import { type EditedKind, type EditorCall, shownToEditors } from "./edited-kind.ts";
import { postEditor } from "./post-editor.ts";
import { revisionDiffView, revisionIds } from "./revisions.ts";

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
