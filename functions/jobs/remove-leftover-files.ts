/** Every hour — remove files and parts of bodies that nothing refers to any more */

import { removeLeftoverFiles } from "#lib/actions/media/remove-leftover-files.ts";
import { removeLeftoverBodies } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { logJob } from "#lib/http/log.ts";
import { readLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { readLeftoverFiles } from "#lib/store/leftover-files.ts";

/**
 * Completes deletions of media and pages that were interrupted, and removes bodies of replaced comments.
 * Reads notes only, and logs each. One that fails waits for the next run, without delaying the others.
 */
export const handler = async (): Promise<void> => {
  for (const leftover of await readLeftoverFiles()) {
    const { kind, id } = leftover;
    await logOutcome({ kind, id }, () => removeLeftoverFiles(leftover));
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
