/** Every hour — empty the bin, and remove files and parts of bodies that nothing refers to any more */
import { removeLeftoverFiles } from "#lib/actions/media/leftover-files.ts";
import { purgePage, removeLeftoverBodies } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { jobRun } from "#lib/http/log.ts";
import { readExpired, readStoredBinned } from "#lib/store/bin.ts";
import { readLeftoverBodies, readLeftoverFiles } from "#lib/store/leftovers.ts";
import { readSiteVersion } from "#lib/store/site.ts";

/**
 * Removes posts that were in the bin for 30 days, completes deletions of media and pages that were
 * interrupted, and removes bodies of replaced comments. Reads the bin and notes only, and logs each. Fails at
 * the end if one has failed, which the next run tries again, and at once if the table is too new.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const run = jobRun("jobs/remove-leftover-files");
  for (const leftover of await readLeftoverFiles()) {
    const { kind, id } = leftover;
    await run.step({ kind, id }, () => removed(removeLeftoverFiles(leftover)));
  }
  for (const binned of await readExpired()) {
    const { id } = binned.page;
    await run.step({ kind: "page", id }, () => removed(purgePage(() => readStoredBinned(id))));
  }
  for (const { pageId } of await readLeftoverBodies())
    await run.step({ kind: "page", id: pageId }, () => removed(removeLeftoverBodies(pageId)));
  run.end();
};

const removed = async (work: Promise<unknown>) => {
  await work;
  return { outcome: "removed" };
};
