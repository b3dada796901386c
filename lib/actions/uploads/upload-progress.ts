import { fileKey } from "#lib/files/file-key.ts";
import type { FilePart, FileUpload } from "#lib/files/file-uploads.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { CompleteUpload, Upload } from "#lib/media/upload.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { findUpload } from "#lib/store/uploads.ts";

/** The parts that have arrived, by number; none if the upload is complete. */
export interface UploadProgress {
  readonly upload: Upload;
  readonly parts: readonly FilePart[];
}

/**
 * Reads the progress of an upload from the file store: joined parts are complete, even if the process crashed
 * before the row says so. Undefined if there is no such upload, or its content is lost.
 */
export const readUploadProgress = async (
  id: number,
  userId: number,
  read = findUpload,
): Promise<UploadProgress | undefined> => {
  const files = await openFiles();
  let readVersion = 0;
  for (;;) {
    const upload = await read(id, userId);
    if (!upload || upload.complete) return upload && { upload, parts: [] };
    const parts = await files.uploads.parts(storedUpload(upload));
    if (parts) return { upload, parts };
    // The row is written before the parts are joined, so a row that does not say so may be out of date.
    if (upload.sha256 !== null && (await files.head(fileKey(upload.key))))
      return { upload: { ...upload, complete: true }, parts: [] };
    if (upload.version === readVersion) return undefined;
    readVersion = upload.version;
  }
};

/** Asks the file store only if the row does not tell. */
export const findCurrentUpload = async (
  id: number,
  userId: number,
  read = findUpload,
): Promise<Upload | undefined> => {
  const upload = await read(id, userId);
  if (!upload || !mayBeJoined(upload)) return upload;
  return (await readUploadProgress(id, userId))?.upload;
};

/** True if the row says that the parts are about to be joined. */
export const mayBeJoined = ({ complete, sha256 }: Upload): boolean => !complete && sha256 !== null;

/** The user's upload once it is complete. Cost: usually one request. */
export const completedUpload = async (
  id: number,
  userId: number,
  read = findUpload,
): Promise<CompleteUpload | undefined> => {
  const upload = await findCurrentUpload(id, userId, read);
  if (!upload?.complete || upload.sha256 === null) return undefined;
  return { ...upload, digest: upload.sha256 };
};

export const storedUpload = ({ key, uploadId }: Upload): FileUpload => ({ key: fileKey(key), uploadId });

export interface UploadReads {
  readonly upload?: typeof findUpload;
}

interface RequestByUser {
  readonly params: { readonly id: number };
  readonly userId: number;
}

/** Plans to read an upload of the caller. */
export const uploadReads = ({ params, userId }: RequestByUser) => ({
  upload: plannedRead(findUpload, params.id, userId),
});

/** Plans to read the upload that a form names, if it names one. */
export const namedUploadReads = (id: number | undefined, userId: number) =>
  id === undefined ? {} : { upload: plannedRead(findUpload, id, userId) };
