/** Every hour — empty the bin, and remove files and parts of bodies that nothing refers to any more */

import { removeLeftoverFiles } from "#lib/actions/media/remove-leftover-files.ts";
import { purgePage } from "#lib/actions/pages/purge-page.ts";
import { removeLeftoverBodies } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { logJob } from "#lib/http/log.ts";
import { readExpired, readStoredBinned } from "#lib/store/bin.ts";
import { readLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { readLeftoverFiles } from "#lib/store/leftover-files.ts";

/**
 * Removes posts that were in the bin for 30 days, completes deletions of media and pages that were
 * interrupted, and removes bodies of replaced comments. Reads the bin and notes only, and logs each. One that
 * fails waits for the next run, without delaying the others.
 */
export const handler = async (): Promise<void> => {
  for (const leftover of await readLeftoverFiles()) {
    const { kind, id } = leftover;
    await logOutcome({ kind, id }, () => removeLeftoverFiles(leftover));
  }
  for (const binned of await readExpired()) {
    const { id } = binned.page;
    await logOutcome({ kind: "page", id }, async () => {
      await purgePage(() => readStoredBinned(id));
    });
  }
  for (const { pageId } of await readLeftoverBodies()) {
    await logOutcome({ kind: "page", id: pageId }, () => removeLeftoverBodies(pageId));
  }
};

const logOutcome = async (
  what: { readonly kind: string; readonly id: number },
  remove: () => Promise<void>,
): Promise<void> => {
  const result = await remove().then(
    () => ({ outcome: "removed" }),
    (error: unknown) => ({
      outcome: "failed",
      reason: error instanceof Error ? error.stack : String(error),
    }),
  );
  logJob("jobs/remove-leftover-files", { ...what, ...result });
};
