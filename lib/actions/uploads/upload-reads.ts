import { plannedRead } from "#lib/store/planned-read.ts";
import { findUpload } from "#lib/store/uploads.ts";

export interface UploadReads {
  readonly upload?: typeof findUpload;
}

interface AskedByUser {
  readonly params: { readonly id: number };
  readonly userId: number;
}

/** Plans to read an upload of the caller. */
export const uploadReads = ({ params, userId }: AskedByUser) => ({
  upload: plannedRead(findUpload, params.id, userId),
});

/** Plans to read the upload that a form names, if it names one. */
export const namedUploadReads = (id: number | undefined, userId: number) =>
  id === undefined ? {} : { upload: plannedRead(findUpload, id, userId) };
