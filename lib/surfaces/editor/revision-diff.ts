import type * as z from "zod/mini";
import { contentChanges } from "#lib/pages/content-changes.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import type { revisionDiff } from "#lib/routes/editor-revision-shapes.ts";
import type { ComparedRevisions } from "#lib/store/revisions.ts";
import { comparedContent } from "./compared-content.ts";
import type { PostEditor } from "./post-editor.ts";

/**
 * What leads to a revision from another one, or from nothing if it is the first (contract#diff). Refuses
 * `not_found`, and `against/not_found` if another one was named. Cost: a request per 100 media.
 */
export const revisionDiffView = async (
  { page, revision, before }: ComparedRevisions,
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
