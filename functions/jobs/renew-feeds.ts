/** Every minute, and when the change log grows — renew feeds, and queue what webhooks are told */
import { logJob } from "#lib/http/log.ts";
import { FeedsNotRenewed, renewFeeds } from "#lib/surfaces/feeds/renew-feeds.ts";
import { queueDeliveries } from "#lib/surfaces/webhooks/queue-deliveries.ts";

/**
 * Writes a log line when a feed has changed, and when the hub was told or did not acknowledge. What webhooks
 * are told is queued last, because every reader must see it first. A feed that cannot be made is waited for
 * only for some minutes: no webhook of the site would be called again otherwise.
 */
export const handler = async (): Promise<void> => {
  const { stored, removed, hub, seen } = await renewFeeds().catch(async (error: unknown) => {
    if (error instanceof FeedsNotRenewed && error.seen) await queueDeliveries(error.seen);
    throw error;
  });
  if (seen) await queueDeliveries(seen);
  if (stored + removed > 0) logJob("jobs/renew-feeds", { outcome: "renewed", stored, removed });
  if (!hub) return;
  const { problem, ...counts } = hub;
  if (problem === null) logJob("jobs/renew-feeds", { outcome: "told", ...counts });
  else logJob("jobs/renew-feeds", { outcome: "failed", reason: problem, ...counts });
};
