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
import type { ChangeSource, LogSource, LogTime } from "./follower.ts";

/** As many keys as one request reads. */
const maxKeysAtOnce = 100;

/** A log in the store, read consistently. Expired entries disappear within days, in no order. */
const storedLog = (log: LogName): LogSource => {
  // Missing numbers are mostly adjacent: one query over their range costs less than many reads by key.
  const changesAmong = async (numbers: readonly number[]): Promise<readonly NumberedChange[]> => {
    if (numbers.length <= maxKeysAtOnce) return changesAt(numbers, log);
    const requested = new Set(numbers);
    const least = numbers.reduce((one, other) => Math.min(one, other));
    return (await changesAfter(least - 1, log)).filter(({ number }) => requested.has(number));
  };
  return {
    after: (number) => changesAfter(number, log),
    since: (anchor) => changesSince(anchor, log),
    at: changesAmong,
    lastDrawn: log === "CHANGES" ? lastDrawnChange : lastDrawnEdit,
    backwards: () => changesBackwards(log),
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
  hasExpired: ({ expiresAtMs }) => expiresAtMs <= clock.nowMs(),
};
