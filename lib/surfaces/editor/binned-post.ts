import type * as z from "zod/mini";
import { type BinnedPage, expiryOf } from "#lib/pages/page.ts";
import type { binnedPost } from "#lib/routes/editor-bin.ts";

/** A post or episode in the bin (contract#bin). */
export const binnedPostView = (
  binned: BinnedPage,
  usernames: ReadonlyMap<number | null, string>,
): z.input<typeof binnedPost> => {
  const { page, title, deletedAt, deletedBy } = binned;
  return {
    id: page.id,
    type: page.kind === "episode" ? "site.Episode" : "site.Post",
    title,
    slug: page.draftSlug,
    parent: { id: page.parentId },
    latest_revision_id: page.latestRevisionId ?? 0,
    deleted_at: deletedAt,
    deleted_by: usernames.get(deletedBy) ?? null,
    expires_at: expiryOf(binned),
  };
};
