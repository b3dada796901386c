import type { Use } from "#lib/routes/route.ts";

/** The uses of scheduled jobs, by the path of their function; those of routes are in the route. */
export const jobUses = {
  "jobs/publish-scheduled": ["table:write"],
  "jobs/watch-site": ["catalog"],
  "jobs/remove-leftover-files": ["table:write", "media:delete"],
  // The prober stores a frame among the uploads.
  "jobs/complete-media": [
    "table:write",
    "media:read",
    "images:write",
    "videos:write",
    "uploads:write",
    "prober",
  ],
  // It writes what webhooks are told.
  "jobs/renew-feeds": ["catalog", "table:write", "feeds:write", "media:read"],
  "jobs/deliver-webhooks": ["catalog", "table:write", "secrets:read"],
  "jobs/snapshot-catalog": ["catalog", "table:write", "snapshots:write"],
  "jobs/count-logs": ["catalog", "table:write"],
} as const satisfies Record<string, readonly Use[]>;
