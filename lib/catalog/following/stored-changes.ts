import { clock } from "#lib/clock.ts";
import type { LogName, NumberedChange } from "#lib/pages/change.ts";
import {
  abandonedAfterMs,
  allListings,
  changeRetentionMs,
  changesAfter,
  changesAt,
  changesBackwards,
  changesSince,
  lastDrawnChange,
  lastDrawnEdit,
} from "#lib/store/changes.ts";
import { allMedia } from "#lib/store/media.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import type { ChangeSource, LogSource } from "./change-source.ts";
import type { LogTime } from "./follower.ts";

/** As many keys as one request reads. */
const maxKeysAtOnce = 100;

// Expired entries are deleted in no order, up to days late: one that is left says nothing about its
// neighbours.
const unexpired = (changes: readonly NumberedChange[]): readonly NumberedChange[] => {
  const expiredMs = clock.nowMs() - changeRetentionMs;
  return changes.filter(({ writtenAtMs }) => writtenAtMs > expiredMs);
};

/** A log in the store, read consistently. Expired entries count as deleted. */
const storedLog = (log: LogName): LogSource => {
  // Missing numbers are mostly adjacent: one query over their range costs less than many reads by key.
  const changesAmong = async (numbers: readonly number[]): Promise<readonly NumberedChange[]> => {
    if (numbers.length <= maxKeysAtOnce) return changesAt(numbers, log);
    const requested = new Set(numbers);
    const least = numbers.reduce((one, other) => Math.min(one, other));
    return (await changesAfter(least - 1, log)).filter(({ number }) => requested.has(number));
  };
  return {
    after: async (number) => unexpired(await changesAfter(number, log)),
    since: async (anchor) => {
      const { changes, hasAnchor } = await changesSince(anchor, log);
      return { changes: unexpired(changes), hasAnchor };
    },
    at: async (numbers) => unexpired(await changesAmong(numbers)),
    lastDrawn: log === "CHANGES" ? lastDrawnChange : lastDrawnEdit,
    backwards: async function* () {
      for await (const changes of changesBackwards(log)) yield unexpired(changes);
    },
  };
};

/** The store's change log, listings and media. */
export const storedChanges: ChangeSource = {
  ...storedLog("CHANGES"),
  siteVersion: readSiteVersion,
  listings: allListings,
  media: allMedia,
};

/** The changes that only editors see. */
export const storedEdits: LogSource = storedLog("EDITS");

export const storedLogTime: LogTime = {
  abandonedAfterMs,
  nowMs: () => clock.monotonicMs(),
  isKept: (writtenAtMs) => clock.nowMs() - writtenAtMs < changeRetentionMs / 2,
};
