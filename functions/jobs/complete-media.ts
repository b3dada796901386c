/** Every 6 hours — make the pictures that stored media lack, and count durations that are estimates */
import { complete, isIncomplete } from "#lib/actions/media/complete-media.ts";
import { clock } from "#lib/clock.ts";
import { jobRun } from "#lib/http/log.ts";
import { type Media, mediaKinds } from "#lib/media/media.ts";
import { allMedia } from "#lib/store/media.ts";
import { readSiteVersion } from "#lib/store/site.ts";

/** A run ends before its function does, and the next one goes on. */
const longestRunMs = 240_000;

/**
 * Looks at all media, and completes what is not, one after the other. Logs each. Reads of the table: a unit
 * for some eight images. Fails at the end if one has failed, which the next run tries again, and at once if
 * the table is too new.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const run = jobRun("jobs/complete-media");
  const endMs = clock.nowMs() + longestRunMs;
  for await (const media of incompleteMedia()) {
    if (clock.nowMs() > endMs) break;
    await run.step({ kind: media.kind, id: media.id }, () => complete(media));
  }
  run.end();
};

async function* incompleteMedia(): AsyncGenerator<Media> {
  for (const kind of mediaKinds)
    for await (const objects of allMedia(kind)) yield* objects.filter(isIncomplete);
}
