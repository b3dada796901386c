/** Every minute, and when the change log grows — renew the feeds of blogs and podcasts */
import { logJob } from "#lib/http/log.ts";
import { renewFeeds } from "#lib/surfaces/feeds/renew-feeds.ts";

/** Writes a log line when a feed has changed. */
export const handler = async (): Promise<void> => {
  const { stored, removed } = await renewFeeds();
  if (stored + removed > 0) logJob("jobs/renew-feeds", { outcome: "renewed", stored, removed });
};
