/** Every 5 minutes — measure what waits for the other jobs, for alarms */
import { asMetrics, logJob } from "#lib/http/log.ts";
import { readBacklog } from "#lib/surfaces/administration/site-status.ts";

/** The age of a snapshot that there is not: so long the change log is kept. */
const noSnapshotSeconds = 9 * 24 * 3_600;

/** Writes one line, from which CloudWatch makes metrics. Changes nothing. */
export const handler = async (): Promise<void> => {
  const { snapshot, schedule, webhooks } = await readBacklog();
  const figures = {
    ScheduleLateness: schedule.late_seconds,
    // An old snapshot is as good as a new one while nothing has changed.
    SnapshotAge: snapshot.is_due ? (snapshot.age_seconds ?? noSnapshotSeconds) : 0,
    WebhookBacklog: webhooks.late_seconds,
  };
  logJob("jobs/watch-site", { outcome: "measured", ...asMetrics(figures, "Seconds") });
};
