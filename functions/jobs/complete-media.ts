/** Every 6 hours — make the pictures that stored media lack, and count durations that are estimates */
import { completeMedia, isIncomplete } from "#lib/actions/media/complete-media.ts";
import { clock } from "#lib/clock.ts";
import { jobRun } from "#lib/http/log.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { allMedia, readMedia } from "#lib/store/media.ts";
import { readSiteVersion } from "#lib/store/site.ts";

/** A run ends before its function does, and the next one goes on. */
const longestRunMs = 840_000;

const hourMs = 3_600_000;

/**
 * Looks at all media, and completes what is not, one after the other. Logs each. Reads of the table: a unit
 * for some eight images, and one for each that is incomplete. Fails at the end if one has failed, which a
 * later run tries again, and at once if the table is too new. On AWS nobody asks it to end early.
 */
export const handler = async (signal?: unknown): Promise<void> => {
  await readSiteVersion();
  const run = jobRun("jobs/complete-media");
  const endMs = clock.nowMs() + longestRunMs;
  for (const { kind, id } of inTurn(await incompleteMedia())) {
    if (clock.nowMs() > endMs || (signal instanceof AbortSignal && signal.aborted)) break;
    await run.step({ kind, id }, async () => {
      const media = await readMedia(kind, id);
      return media && isIncomplete(media) ? completeMedia(media) : { outcome: "idle" };
    });
  }
  run.end();
};

interface MediaName {
  readonly kind: MediaKind;
  readonly id: number;
}

const incompleteMedia = async (): Promise<readonly MediaName[]> => {
  const found: MediaName[] = [];
  for (const kind of mediaKinds)
    for await (const objects of allMedia(kind))
      found.push(...(objects as readonly Media[]).filter(isIncomplete).map(({ id }) => ({ kind, id })));
  return found;
};

/** Each hour another one is the first, so that what never succeeds does not take all the time. */
const inTurn = <Item>(items: readonly Item[]): readonly Item[] => {
  const first = Math.floor(clock.nowMs() / hourMs) % Math.max(1, items.length);
  return [...items.slice(first), ...items.slice(0, first)];
};
