import { certain } from "#lib/certain.ts";
import type { FilePart } from "#lib/files/file-uploads.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { checksumOfParts } from "#lib/files/part-checksum.ts";
import { partCount, type Upload } from "#lib/media/upload.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { findUpload, putUpload } from "#lib/store/uploads.ts";
import { readUploadProgress, storedUpload, type UploadProgress } from "./upload-progress.ts";

/** The number of times that parts may change between being read and being joined. */
const maxAttempts = 5;

/**
 * Joins the parts of an upload into a file; a complete one stays as it is. The row records the checksum
 * before the parts are joined, so that it is known after a crash in between. Refuses `not_found`,
 * `upload_incomplete` and `sha256/mismatch`, leaving the upload open. Cost: at most six requests.
 */
export const finishUpload = async (
  id: number,
  userId: number,
  expectedSha256: string | null,
  read = findUpload,
): Promise<Upload> => {
  const files = await openFiles();
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { upload, parts } = await chooseParts(id, userId, expectedSha256, read);
    if (upload.complete || (await files.uploads.complete(storedUpload(upload), parts)))
      return markComplete(upload);
  }
  throw new Refusal("busy", { detail: "The parts of the upload are changing too quickly; try again." });
};

const chooseParts = (
  id: number,
  userId: number,
  expectedSha256: string | null,
  read: typeof findUpload,
): Promise<UploadProgress> =>
  commitDecision<UploadProgress>(async () => {
    const progress = await readUploadProgress(id, userId, read);
    if (!progress) throw new Refusal("not_found");
    const { upload, parts } = progress;
    if (!upload.complete) refuseMissing(parts, upload);
    const sha256 = upload.complete ? certain(upload.sha256) : checksumOfParts(parts);
    refuseOthers(sha256, [upload.expectedSha256, expectedSha256]);
    if (upload.sha256 === sha256) return { writes: [], value: progress };
    const chosen = { ...upload, sha256, version: upload.version + 1 };
    return { writes: [putUpload(chosen, upload.version)], value: { upload: chosen, parts } };
  });

const refuseMissing = (parts: readonly FilePart[], upload: Upload): void => {
  const count = partCount(upload);
  if (parts.length === count) return;
  const detail = `${count - parts.length} of ${count} parts have not arrived.`;
  throw new Refusal("upload_incomplete", { detail });
};

const refuseOthers = (sha256: string, expected: readonly (string | null)[]): void => {
  if (expected.every((each) => each === null || each === sha256)) return;
  throw invalid("sha256", "mismatch", `The checksum of the parts that arrived is ${sha256}.`);
};

/** An upload that is complete although its row does not say so yet is read again. */
const markComplete = (joined: Upload): Promise<Upload> => {
  const { id, userId } = joined;
  let known = joined.complete ? undefined : joined;
  return commitDecision(async () => {
    const upload = known ?? (await findUpload(id, userId));
    known = undefined;
    if (!upload) throw new Refusal("not_found");
    if (upload.complete) return { writes: [], value: upload, outcome: { id } };
    const complete = { ...upload, complete: true, version: upload.version + 1 };
    return { writes: [putUpload(complete, upload.version)], value: complete, outcome: { id } };
  });
};
