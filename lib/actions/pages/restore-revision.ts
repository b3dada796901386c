import type { EditablePage } from "#lib/store/pages.ts";
import { readRevision } from "#lib/store/pages.ts";
import type { SavedPage } from "./creation.ts";
import type { RevertReads } from "./page-reads.ts";
import { saveDraft } from "./save-draft.ts";

interface Revert {
  readonly userId: number | null;
  /** What restores it (contract#revision-client). */
  readonly client?: string | undefined;
  /** Refuses also if there is no such revision. */
  readonly permit: (current: EditablePage | undefined, hasRevision: boolean) => void;
  readonly reads?: RevertReads;
}

/**
 * Saves the content of an earlier revision as a new latest one; of the latest, nothing. Revisions never
 * change, so this one may be read before. Refuses `slug/duplicate`. Cost: five requests.
 */
export const restoreRevision = async (
  pageId: number,
  revisionId: number,
  { userId, client, permit, reads = {} }: Revert,
): Promise<SavedPage> => {
  const revision = await (reads.revision ?? readRevision)(pageId, revisionId);
  return saveDraft(pageId, {
    authorId: userId,
    client,
    reads,
    permit: (current) => permit(current, revision !== undefined),
    slug: revision?.content.slug,
    restores: revisionId,
    change: (latest) => revision?.content ?? latest,
  });
};
