import { createHash, randomUUID } from "node:crypto";
import { cleaningUp } from "#lib/actions/media/leftover-files.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { checksumOfParts } from "#lib/files/part-checksum.ts";
import { type Upload, uploadKey, uploadSeconds } from "#lib/media/upload.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { putUpload } from "#lib/store/uploads.ts";

/**
 * Streams a file of any length into a complete upload with a single part. Errors leave nothing behind (else
 * `cleanup_failed`); a crash leaves a file that expires. Cost: two requests, and those of the file.
 */
export const storeUpload = async (
  userId: number,
  { name, contentType }: Pick<Upload, "name" | "contentType">,
  content: AsyncIterable<Uint8Array>,
): Promise<Upload> => {
  const { upload: id } = await drawNumbers("upload");
  const key = fileKey(uploadKey(id, name));
  const files = await openFiles();
  const digest = createHash("sha256");
  const store = async () => {
    const { sizeBytes } = await files.put(key, through(digest, content), "application/octet-stream");
    const upload: Upload = {
      ...{ id, userId, key, name, contentType, sizeBytes, partBytes: sizeBytes },
      sha256: checksumOfParts([{ sha256: digest.digest("hex") }]),
      expectedSha256: null,
      // Names nothing: the file store has no parts of this upload.
      uploadId: randomUUID(),
      expiresAt: Math.floor(clock.nowMs() / 1000) + uploadSeconds,
      complete: true,
      version: 1,
    };
    return commitDecision(async () => ({ writes: [putUpload(upload, null)], value: upload }));
  };
  return cleaningUp(store, () => files.delete(key));
};

async function* through(
  digest: { update(piece: Uint8Array): unknown },
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    digest.update(piece);
    yield piece;
  }
}
