import { commitDecision } from "#lib/store/commit.ts";
import { type LeftoverFiles, putLeftoverFiles } from "#lib/store/leftover-files.ts";
import { readMediaOfKind, requireNoMedia } from "#lib/store/media.ts";
import { deletionOf } from "./delete-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

/**
 * Removes what a failed creation of a media object may have left at any step: its row and the files expected
 * for it. A transaction of that creation that arrives later fails. Cost: four requests, and one per file.
 */
export const abandonMedia = async (expected: LeftoverFiles): Promise<void> => {
  const { kind, id } = expected;
  const leftover = await commitDecision<LeftoverFiles>(async () => {
    const [media] = await readMediaOfKind(kind, [id]);
    return media
      ? deletionOf(media)
      : { writes: [putLeftoverFiles(expected), requireNoMedia(kind, id)], value: expected };
  });
  await removeLeftoverFiles(leftover);
};
