import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { partBytesFor, type Upload, type UploadLimits, uploadKey, uploadSeconds } from "#lib/media/upload.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { putUpload, readTally, readUploadTally } from "#lib/store/uploads.ts";

export type NewUpload = Pick<Upload, "name" | "contentType" | "sizeBytes" | "expectedSha256">;

/** Plans to read how many uploads the caller has begun. */
export const beginningReads = ({ userId }: { readonly userId: number }) => ({
  tally: plannedRead(readTally, userId),
});

/**
 * Begins an upload, to be finished within a day. Refuses `too_many_uploads`, also if concurrent ones exceed
 * the limits. A crash before the row is written leaves an upload that expires. Cost: four requests to the
 * table, of which three wait for one another, and one to the file store.
 */
export const beginUpload = async (
  userId: number,
  file: NewUpload,
  limits: UploadLimits,
  read = readTally,
): Promise<Upload> => {
  const readRoom = async () => {
    const { uploads, raise } = await readUploadTally(userId, limits.maxCount || 1, read);
    requireRoom([...uploads, file], limits);
    return raise;
  };
  const [firstRaise, { upload: id }] = await settledInOrder([readRoom(), drawNumbers("upload")]);
  let raise: Write | undefined = firstRaise;
  const key = fileKey(uploadKey(id, file.name));
  const partBytes = partBytesFor(file.sizeBytes);
  const files = await openFiles();
  const expiresAt = Math.floor(clock.nowMs() / 1000) + uploadSeconds;
  const begun = await files.uploads.begin(key, { ...file, partBytes });
  const upload: Upload = {
    ...file,
    ...{ id, userId, key, uploadId: begun.uploadId, partBytes, expiresAt },
    ...{ version: 1, sha256: null, complete: false },
  };
  const commit = () =>
    commitDecision(async () => {
      const raised = raise ?? (await readRoom());
      raise = undefined;
      return { writes: [putUpload(upload, null), raised], value: upload, outcome: { id } };
    });
  try {
    return await commit();
  } catch (error) {
    // After other failures the row may exist. An upload that cannot be aborted expires.
    if (error instanceof Refusal) await files.uploads.abort(begun).catch(() => {});
    throw error;
  }
};

const requireRoom = (
  uploads: readonly Pick<Upload, "sizeBytes">[],
  { maxCount, maxBytes }: UploadLimits,
): void => {
  const sizeBytes = uploads.reduce((sum, upload) => sum + upload.sizeBytes, 0);
  if (uploads.length <= maxCount && sizeBytes <= maxBytes) return;
  const most = `at most ${maxCount} uploads of ${maxBytes} bytes together`;
  throw new Refusal("too_many_uploads", {
    detail: `You may have ${most} at a time; use those that you have, or delete some.`,
  });
};
