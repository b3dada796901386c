import type { Use } from "#lib/routes/route.ts";

/** What scheduled jobs use, by the path of their function; of routes, the route says so. */
export const jobUses = {
  "jobs/publish-scheduled": ["table:write"],
  "jobs/watch-site": ["catalog"],
  "jobs/remove-leftover-files": ["table:write", "media:delete"],
  // It writes what webhooks are told.
  "jobs/renew-feeds": ["catalog", "table:write", "feeds:write", "media:read"],
  "jobs/deliver-webhooks": ["catalog", "table:write", "secrets:read"],
  "jobs/snapshot-catalog": ["catalog", "table:write", "snapshots:write"],
  "jobs/count-logs": ["catalog", "table:write"],
} as const satisfies Record<string, readonly Use[]>;
