import { clock } from "#lib/clock.ts";
import { partBytesFor, type Upload, uploadKey, uploadSeconds } from "#lib/media/upload.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { fileKey } from "#lib/store/files.ts";
import { openFiles } from "#lib/store/open-files.ts";
import { putUpload } from "#lib/store/uploads.ts";

/** What whoever begins an upload says of the file. */
export type NewUpload = Pick<Upload, "name" | "contentType" | "sizeBytes" | "expectedSha256">;

/**
 * Begins an upload of a user's, to be sent within a day. A crash before the row leaves an upload in the file store that
 * expires there. Cost: two requests to the table, one to the file store.
 */
export const beginUpload = async (userId: number, file: NewUpload): Promise<Upload> => {
  const { upload: id } = await drawNumbers("upload");
  const key = fileKey(uploadKey(id, file.name));
  const partBytes = partBytesFor(file.sizeBytes);
  const files = await openFiles();
  const expiresAt = Math.floor(clock.nowMs() / 1000) + uploadSeconds;
  const { uploadId } = await files.uploads.begin(key, { ...file, partBytes });
  const upload: Upload = {
    ...file,
    ...{ id, userId, key, uploadId, partBytes, expiresAt },
    ...{ version: 1, sha256: null, complete: false },
  };
  return commitDecision(async () => ({ writes: [putUpload(upload, null)], value: upload }));
};
