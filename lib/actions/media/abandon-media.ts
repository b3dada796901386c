import { commitDecision } from "#lib/store/commit.ts";
import { type LeftoverFiles, putLeftoverFiles } from "#lib/store/leftover-files.ts";
import { readMedia, requireNoMedia } from "#lib/store/media.ts";
import { deletionOf } from "./delete-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

/**
 * Leaves nothing of a media object whose making has failed, at whatever step: neither its row, should that
 * have been written without anybody hearing of it, nor the files that were expected for it. A transaction of
 * its making that arrives even later fails. Cost: four requests, and one for each file.
 */
export const abandonMedia = async (expected: LeftoverFiles): Promise<void> => {
  const { kind, id } = expected;
  const leftover = await commitDecision<LeftoverFiles>(async () => {
    const [media] = await readMedia(kind, [id]);
    return media
      ? deletionOf(media)
      : { writes: [putLeftoverFiles(expected), requireNoMedia(kind, id)], value: expected };
  });
  await removeLeftoverFiles(leftover);
};
