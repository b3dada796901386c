import { clock } from "#lib/clock.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import {
  abandonedAfterMs,
  allListings,
  changeRetentionMs,
  changesAfter,
  changesAt,
  changesBackwards,
  changesSince,
  lastDrawnChange,
} from "#lib/store/changes.ts";
import { allMedia } from "#lib/store/media.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import type { ChangeSource } from "./change-source.ts";
import type { LogTime } from "./follower.ts";

/** As many keys as one request reads. */
const maxKeysAtOnce = 100;

// Expired entries are deleted in no order, up to days late: one that is left says nothing about its
// neighbours.
const unexpired = (changes: readonly NumberedChange[]): readonly NumberedChange[] => {
  const expiredMs = clock.nowMs() - changeRetentionMs;
  return changes.filter(({ writtenAtMs }) => writtenAtMs > expiredMs);
};

// Missing numbers are mostly adjacent: one query over their range costs less than many reads by key.
const changesAmong = async (numbers: readonly number[]): Promise<readonly NumberedChange[]> => {
  if (numbers.length <= maxKeysAtOnce) return changesAt(numbers);
  const requested = new Set(numbers);
  const least = numbers.reduce((one, other) => Math.min(one, other));
  return (await changesAfter(least - 1)).filter(({ number }) => requested.has(number));
};

async function* unexpiredBackwards(): AsyncGenerator<readonly NumberedChange[]> {
  for await (const changes of changesBackwards()) yield unexpired(changes);
}

/** The store's change log, listings and media, read consistently. Expired entries count as deleted. */
export const storedChanges: ChangeSource = {
  after: async (number) => unexpired(await changesAfter(number)),
  since: async (anchor) => {
    const { changes, hasAnchor } = await changesSince(anchor);
    return { changes: unexpired(changes), hasAnchor };
  },
  at: async (numbers) => unexpired(await changesAmong(numbers)),
  siteVersion: readSiteVersion,
  lastDrawn: lastDrawnChange,
  backwards: unexpiredBackwards,
  listings: allListings,
  media: allMedia,
};

export const storedLogTime: LogTime = {
  abandonedAfterMs,
  nowMs: clock.monotonicMs,
  isKept: (writtenAtMs) => clock.nowMs() - writtenAtMs < changeRetentionMs / 2,
};
