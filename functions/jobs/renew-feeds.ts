/** Every minute, and when the change log grows — renew the feeds of blogs and podcasts */
import { logJob } from "#lib/http/log.ts";
import { renewFeeds } from "#lib/surfaces/feeds/renew-feeds.ts";

/** Writes a log line when a feed has changed, and when the hub was told or did not acknowledge. */
export const handler = async (): Promise<void> => {
  const { stored, removed, hub } = await renewFeeds();
  if (stored + removed > 0) logJob("jobs/renew-feeds", { outcome: "renewed", stored, removed });
  if (!hub) return;
  const { problem, ...counts } = hub;
  if (problem === null) logJob("jobs/renew-feeds", { outcome: "told", ...counts });
  else logJob("jobs/renew-feeds", { outcome: "failed", reason: problem, ...counts });
};
