import { commitDecision } from "#lib/store/commit.ts";
import { type LeftoverFiles, putLeftoverFiles } from "#lib/store/leftover-files.ts";
import { readMedia, requireNoMedia } from "#lib/store/media.ts";
import { withdrawReceipt } from "#lib/store/receipts.ts";
import { deletionOf } from "./delete-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";

/**
 * Removes what a failed creation of a media object may have left at any step: its row and the files expected
 * for it. A transaction of that creation that arrives later fails. Cost: four requests, one more with
 * a key, and one per file.
 */
export const abandonMedia = async (expected: LeftoverFiles): Promise<void> => {
  const { kind, id } = expected;
  const leftover = await commitDecision<LeftoverFiles>(async () => {
    const media = await readMedia(kind, id);
    if (!media) return { writes: [putLeftoverFiles(expected), requireNoMedia(kind, id)], value: expected };
    const deletion = deletionOf(media);
    return { ...deletion, writes: [...deletion.writes, ...(await withdrawReceipt(id))] };
  });
  await removeLeftoverFiles(leftover);
};
