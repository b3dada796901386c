/** Every 6 hours — make the pictures that stored images and videos lack */
import { completeImage, completeVideo, lacksPictures } from "#lib/actions/media/complete-media.ts";
import { clock } from "#lib/clock.ts";
import { jobRun } from "#lib/http/log.ts";
import { allMedia } from "#lib/store/media.ts";
import { readSiteVersion } from "#lib/store/site.ts";

/** A run ends before its function does, and the next one goes on. */
const longestRunMs = 240_000;

/**
 * Looks at all images and videos, and makes what each lacks, one after the other. Logs each. Reads of the
 * table: a unit for some eight images. Fails at the end if one has failed, which the next run tries again,
 * and at once if the table is too new.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const run = jobRun("jobs/complete-media");
  const endMs = clock.nowMs() + longestRunMs;
  for await (const media of mediaThatLackPictures()) {
    if (clock.nowMs() > endMs) break;
    const { kind, id } = media;
    await run.step({ kind, id }, () =>
      media.kind === "image" ? completeImage(media) : completeVideo(media),
    );
  }
  run.end();
};

async function* mediaThatLackPictures() {
  for await (const images of allMedia("image")) yield* images.filter(lacksPictures);
  for await (const videos of allMedia("video")) yield* videos.filter(lacksPictures);
}
