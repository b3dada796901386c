/** Every minute, and after changes — renew feeds, forget old pages, and queue what webhooks are told */
import type { DynamoDBStreamEvent } from "aws-lambda";
import { FeedsNotRenewed, renewFeeds } from "#lib/feed-renewal/renew-feeds.ts";
import { logJob } from "#lib/http/log.ts";
import { distributionId } from "#lib/settings/aws.ts";
import { queueDeliveries } from "#lib/webhooks/queue-deliveries.ts";

/**
 * If CloudFront may keep pages, makes it forget them after each change, whatever happens to feeds. That comes
 * last, so that answers that were made before the change have arrived there.
 */
export const handler = async ({ Records = [] }: Partial<DynamoDBStreamEvent> = {}): Promise<void> => {
  try {
    await renewAndQueue();
  } finally {
    await forgetPages(Records.at(-1)?.dynamodb?.SequenceNumber);
  }
};

/**
 * Writes a log line when a feed has changed, and when the hub was told or did not acknowledge. Queues
 * webhooks' calls last, because every reader must see a change first. It waits only some minutes for a feed
 * that cannot be made, because no webhook of the site would be called meanwhile.
 */
const renewAndQueue = async (): Promise<void> => {
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

/** A run that is repeated for the same change repeats the request, which CloudFront knows by its name. */
const forgetPages = async (lastChange: string | undefined): Promise<void> => {
  const distribution = distributionId();
  if (distribution === undefined || lastChange === undefined) return;
  const { invalidatePages } = await import("#lib/store/invalidate-pages.ts");
  const isDone = await invalidatePages(distribution, lastChange);
  logJob("jobs/renew-feeds", { outcome: isDone ? "pages forgotten" : "pages left to expire" });
};
