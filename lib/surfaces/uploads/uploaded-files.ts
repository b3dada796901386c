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
import { usableUpload } from "#lib/actions/uploads/usable-upload.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import type { ImageFormat } from "#lib/media/image-rules.ts";
import type { AudioFormat } from "#lib/media/media.ts";
import { isMediaId } from "#lib/media/references.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";

export type UploadCall = Pick<Call<never, FormValues>, "body" | "principal" | "warn">;

export interface CheckedField<File> {
  readonly field: string;
  readonly file: File | FileProblem;
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

/** Removes uploads that the fields name, once their files are stored elsewhere. One that fails expires. */
export const removeUsedUploads = async (
  { body, principal, warn }: UploadCall,
  ...fields: readonly string[]
): Promise<void> => {
  for (const id of fields.flatMap((field) => uploadIdIn(body[field]) ?? []))
    await removeUpload(id, principal.user.id).catch((error: unknown) => warn(`Upload ${id} stays: ${error}`));
};

const checkField = async <File>(
  call: UploadCall,
  field: string,
  check: (file: UploadedFile) => Promise<File | FileProblem> | File | FileProblem,
): Promise<CheckedField<File>> => {
  const file = await uploadedFileIn(call, field);
  return { field, file: isFileProblem(file) ? file : await check(file) };
};

/** The file in a field, or in the completed upload whose id is there. Cost of an id: two requests. */
const uploadedFileIn = async (
  { body, principal }: UploadCall,
  field: string,
): Promise<UploadedFile | FileProblem> => {
  const value = body[field];
  if (value instanceof FormFile) return uploadedFileOf(value.name, value.contentType, value.content);
  const id = uploadIdIn(value);
  if (id === undefined) return { code: "required", message: "A file is required, or the id of an upload." };
  return (
    (await fileOfUpload(id, principal.user.id)) ?? {
      code: "not_found",
      message: `You have no completed upload ${id}.`,
    }
  );
};

const uploadIdIn = (value: unknown): number | undefined => {
  const id = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
  return isMediaId(id) ? id : undefined;
};

const fileOfUpload = async (id: number, userId: number): Promise<UploadedFile | undefined> => {
  const upload = await usableUpload(id, userId);
  return upload && { ...upload, partsSha256: upload.digest, content: fileKey(upload.key) };
};
