/** Every minute — publish what is approved and due */
import { publishScheduledPage } from "#lib/actions/pages/publish-scheduled-page.ts";
import { clock } from "#lib/clock.ts";
import { logJob } from "#lib/http/log.ts";
import { readDuePageIds } from "#lib/store/schedules.ts";

/** Publishes and logs pages one by one, the earliest first. One that fails does not delay the others. */
export const handler = async (): Promise<void> => {
  for (const page_id of await readDuePageIds(clock.nowMs())) {
    const result = await publishScheduledPage(page_id).catch((error: unknown) => ({
      outcome: "failed",
      reason: error instanceof Error ? error.stack : String(error),
    }));
    if (result.outcome !== "idle") logJob("jobs/publish-scheduled", { page_id, ...result });
  }
};
