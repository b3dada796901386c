import { fileKey } from "#lib/files/file-key.ts";
import type { FilePart } from "#lib/files/file-uploads.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { CompleteUpload, Upload } from "#lib/media/upload.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { storedUpload } from "./stored-upload.ts";

/** An upload with the parts of it that have arrived, by number; none of a complete one. */
export interface UploadProgress {
  readonly upload: Upload;
  readonly parts: readonly FilePart[];
}

/**
 * How far a user's upload has come, as the file store has it: it is complete as soon as its parts are joined,
 * although the call that joined them may not have lived to say so in the row. Undefined where there is no
 * such upload, or where the file store has lost it. One request to the table, another for each change in
 * between; one to the file store, or two.
 */
export const readUploadProgress = async (id: number, userId: number): Promise<UploadProgress | undefined> => {
  const files = await openFiles();
  let readVersion = 0;
  for (;;) {
    const upload = await findUpload(id, userId);
    if (!upload || upload.complete) return upload && { upload, parts: [] };
    const parts = await files.uploads.parts(storedUpload(upload));
    if (parts) return { upload, parts };
    // Which parts are to be joined is said before they are, so that a row that does not say so may be out of
    // date.
    if (upload.sha256 !== null && (await files.head(fileKey(upload.key))))
      return { upload: { ...upload, complete: true }, parts: [] };
    if (upload.version === readVersion) return undefined;
    readVersion = upload.version;
  }
};

/** The same without the parts; the file store is asked only where the row does not tell. */
export const findCurrentUpload = async (id: number, userId: number): Promise<Upload | undefined> => {
  const upload = await findUpload(id, userId);
  if (!upload || !mayBeJoined(upload)) return upload;
  return (await readUploadProgress(id, userId))?.upload;
};

/** True of an upload whose row says that its parts are about to be joined. */
export const mayBeJoined = ({ complete, sha256 }: Upload): boolean => !complete && sha256 !== null;

/** The user's file of that id, once it is there whole; undefined before. One request, as a rule. */
export const completedUpload = async (id: number, userId: number): Promise<CompleteUpload | undefined> => {
  const upload = await findCurrentUpload(id, userId);
  if (!upload?.complete || upload.sha256 === null) return undefined;
  const { key, name, contentType, sizeBytes, sha256 } = upload;
  return { key, name, contentType, sizeBytes, digest: sha256 };
};
