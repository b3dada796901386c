import {
  type AudioFile,
  audioFileOf,
  imageFileOf,
  type UploadedFile,
  uploadedFileOf,
  type VideoFile,
  videoFileOf,
} from "#lib/actions/media/uploaded-file.ts";
import { removeUpload } from "#lib/actions/uploads/remove-upload.ts";
import type { UploadReads } from "#lib/actions/uploads/upload-reads.ts";
import { type UsableUpload, usableUpload } from "#lib/actions/uploads/usable-upload.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { AudioFormat } from "#lib/media/audio-formats.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import type { ImageFormat } from "#lib/media/image-rules.ts";
import { isMediaId } from "#lib/media/references.ts";
import type { Upload } from "#lib/media/upload.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";

export type UploadCall = Pick<
  Call<never, FormValues, undefined, UploadReads>,
  "body" | "principal" | "reads" | "warn"
>;

export interface CheckedField<File> {
  readonly field: string;
  readonly file: File | FileProblem;
  /** The upload that the field names. */
  readonly upload?: Upload | undefined;
}

export const uploadedImage = (
  call: UploadCall,
  field: string,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined,
) => checkField(call, field, (file) => imageFileOf(file, nameProblem));

export const uploadedAudio = (call: UploadCall, format: AudioFormat): Promise<CheckedField<AudioFile>> =>
  checkField(call, format, (file) => audioFileOf(file, format, maxRecordingBytes.audio()));

export const uploadedVideo = (call: UploadCall, field: string): Promise<CheckedField<VideoFile>> =>
  checkField(call, field, (file) => videoFileOf(file, maxRecordingBytes.video()));

export const isFileProblem = (file: unknown): file is FileProblem =>
  typeof file === "object" && file !== null && "code" in file && "message" in file;

/** Removes the uploads of fields, once their files are stored elsewhere. One that fails expires. */
export const removeUsedUploads = async (
  { principal, warn }: UploadCall,
  ...fields: readonly CheckedField<unknown>[]
): Promise<void> => {
  for (const upload of fields.flatMap(({ upload = [] }) => upload))
    await removeUpload(upload.id, principal.user.id, upload).catch((error: unknown) =>
      warn(`Upload ${upload.id} stays: ${error}`),
    );
};

const checkField = async <File>(
  call: UploadCall,
  field: string,
  check: (file: UploadedFile) => Promise<File | FileProblem> | File | FileProblem,
): Promise<CheckedField<File>> => {
  const { file, upload } = await sentIn(call, field);
  return { field, file: isFileProblem(file) ? file : await check(file), upload };
};

interface SentFile {
  readonly file: UploadedFile | FileProblem;
  readonly upload?: Upload;
}

/** The file in a field, or in the completed upload whose id is there. Cost of an id: two requests. */
const sentIn = async ({ body, principal, reads }: UploadCall, field: string): Promise<SentFile> => {
  const value = body[field];
  if (value instanceof FormFile)
    return { file: uploadedFileOf(value.name, value.contentType, value.content) };
  const id = uploadIdIn(value);
  if (id === undefined)
    return { file: { code: "required", message: "A file is required, or the id of an upload." } };
  const upload = await usableUpload(id, principal.user.id, reads.upload);
  return upload
    ? { file: fileOfUpload(upload), upload }
    : { file: { code: "not_found", message: `You have no completed upload ${id}.` } };
};

/** The id of the upload that a field names; undefined if it has a file, or anything else. */
export const uploadIdIn = (value: unknown): number | undefined => {
  const id = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
  return isMediaId(id) ? id : undefined;
};

const fileOfUpload = ({ digest, key, ...upload }: UsableUpload): UploadedFile => ({
  name: upload.name,
  contentType: upload.contentType,
  sizeBytes: upload.sizeBytes,
  firstBytes: upload.firstBytes,
  digest,
  partsSha256: digest,
  content: fileKey(key),
});
