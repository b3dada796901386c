import type { BinnedPage } from "#lib/pages/binned-page.ts";
import { deleteBinned } from "#lib/store/bin.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { noteLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { removeLeftoverBodies } from "./remove-leftover-bodies.ts";

/**
 * Removes a post for good that `find` gives from the bin; false if it gives none any more. If this is
 * interrupted, the job that removes leftovers completes it.
 */
export const purgePage = async (find: () => Promise<BinnedPage | undefined>): Promise<boolean> => {
  const pageId = await commitDecision(async () => {
    const binned = await find();
    if (!binned) return { writes: [], value: undefined };
    const { id } = binned.page;
    return { writes: [deleteBinned(binned), noteLeftoverBodies(id)], value: id };
  });
  if (pageId !== undefined) await removeLeftoverBodies(pageId);
  return pageId !== undefined;
};
