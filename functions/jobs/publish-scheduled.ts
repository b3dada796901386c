/** Every minute — publish what is approved and due */
import { clock } from "#lib/clock.ts";
import { jobRun } from "#lib/http/log.ts";
import { readDueSchedules } from "#lib/store/schedules.ts";
import { readSiteVersion } from "#lib/store/site.ts";

/**
 * Publishes and logs pages one by one, the earliest first. Fails at the end if one has failed, and at once if
 * the table is too new.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const run = jobRun("jobs/publish-scheduled");
  for (const { pageId } of await readDueSchedules(clock.nowMs())) {
    // Imported only where there is something to publish: on one machine it holds memory.
    const { publishScheduledPage } = await import("#lib/actions/pages/publish-page.ts");
    await run.step({ page_id: pageId }, () => publishScheduledPage(pageId));
  }
  run.end();
};
