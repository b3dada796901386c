import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { readSnapshotState } from "#lib/catalog/snapshots/snapshot-state.ts";
import { clock } from "#lib/clock.ts";
import type { SiteStatus } from "#lib/routes/administration-status.ts";
import { readUsers } from "#lib/store/listed-credentials.ts";
import { readDueSchedules } from "#lib/store/schedules.ts";
import { readTableFormat } from "#lib/store/site.ts";
import { countWaiting } from "#lib/store/waiting-comments.ts";
import { readWaitingDeliveries } from "#lib/store/webhooks.ts";
import packageFile from "../../../package.json" with { type: "json" };

/** The work that waits for the service's own jobs, and since when. No other answers depend on it. */
export const readBacklog = async (): Promise<Pick<SiteStatus, "snapshot" | "schedule" | "webhooks">> => {
  const nowMs = clock.nowMs();
  const [snapshot, due, waiting] = await Promise.all([
    readSnapshotState(),
    readDueSchedules(nowMs),
    readWaitingDeliveries(),
  ]);
  const { takenAtMs, isDue } = snapshot;
  return {
    snapshot: {
      taken_at: takenAtMs === null ? null : new Date(takenAtMs).toISOString(),
      age_seconds: takenAtMs === null ? null : secondsSince(takenAtMs, nowMs),
      is_due: isDue,
    },
    schedule: {
      due: due.length,
      late_seconds: longestWait(
        due.map(({ publishAtMs }) => publishAtMs),
        nowMs,
      ),
    },
    webhooks: {
      waiting: waiting.length,
      late_seconds: longestWait(
        waiting.map(({ dueAtMs }) => dueAtMs),
        nowMs,
      ),
    },
  };
};

const secondsSince = (thenMs: number, nowMs: number): number =>
  Math.max(0, Math.round((nowMs - thenMs) / 1_000));

/** 0 if nothing waits. */
const longestWait = (sinceMs: readonly number[], nowMs: number): number =>
  sinceMs.reduce((longest, each) => Math.max(longest, secondsSince(each, nowMs)), 0);

/** Reads all accounts, and follows the catalog. */
export const readSiteStatus = async (): Promise<SiteStatus> => {
  const [format, backlog, catalog, users, comments] = await Promise.all([
    readTableFormat(),
    readBacklog(),
    currentCatalog(),
    readUsers(),
    countWaiting(),
  ]);
  return {
    version: packageFile.version,
    format,
    ...backlog,
    counts: {
      live_pages: catalog.liveVersions.reduce((count, version) => count + (version > 0 ? 1 : 0), 0),
      media: catalog.allMedia().length,
      users: users.length,
      waiting_comments: comments,
    },
  };
};
