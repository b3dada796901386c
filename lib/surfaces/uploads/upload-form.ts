import type * as z from "zod/mini";
import { chosenCollection, requireChoice } from "#lib/access/usable-collections.ts";
import type { AudioDescription, ImageDescription, VideoDescription } from "#lib/actions/media/store-media.ts";
import {
  type AudioFile,
  audioFileOf,
  imageFileOf,
  type UploadedFile,
  uploadedFileOf,
  type VideoFile,
  videoFileOf,
} from "#lib/actions/media/uploaded-file.ts";
import type { UploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { removeUpload, type UsableUpload, usableUpload } from "#lib/actions/uploads/usable-upload.ts";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { parseBodyFields, readFields } from "#lib/http/body.ts";
import type { Call } from "#lib/http/endpoint.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { FileProblem, ImageFormat } from "#lib/media/file-rules.ts";
import {
  type Audio,
  declaredMedia,
  emptyMedia,
  type MediaKind,
  type MediaOf,
  withoutEmptyMedia,
} from "#lib/media/media.ts";
import { audioFields, type MediaFields } from "#lib/media/media-fields.ts";
import { isMediaId } from "#lib/media/references.ts";
import type { Upload } from "#lib/media/upload.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { collectionChoice, diarizationChoice } from "#lib/routes/upload-forms.ts";
import { maxRecordingBytes } from "#lib/settings/uploads.ts";

/** The collection that the form names, the first check of a form. Refuses as `chosenCollection` does. */
const parseCollection = ({ body, principal }: UploadCall, kind: MediaKind): number => {
  const { collection } = parseBodyFields(collectionChoice, body);
  return chosenCollection(principal, kind, collection);
};

export interface AudioChoices {
  readonly format: AudioFormat;
  readonly transcriptDiarizationMode: Audio["transcriptDiarizationMode"];
}

/** The format of the field with the file, of which there is exactly one, and the mode of diarization. */
export const parseAudioChoices = (form: FormValues): AudioChoices => {
  const { fields, problems } = readFields(diarizationChoice, form);
  const [format, ...others] = audioFormats.filter((each) => form[each] !== undefined);
  const isOne = format !== undefined && others.length === 0;
  refuseProblems([...problems, ...(isOne ? [] : [format ? tooManyFiles : noFile])]);
  return {
    format: certain(format),
    transcriptDiarizationMode:
      fields?.transcript_diarization_mode ?? audioFields.transcriptDiarizationMode.empty,
  };
};

const noFile: Problem = {
  path: "non_field_errors",
  code: "required",
  message: `A file is required, in one of the fields ${audioFormats.join(", ")}.`,
};

const tooManyFiles: Problem = {
  path: "non_field_errors",
  code: "too_many_files",
  message: `Only one of the fields ${audioFormats.join(", ")} may have a file.`,
};

/** What a form may say of a media object. */
export interface ReceivedMedia<Kind extends MediaKind> {
  readonly kind: Kind;
  readonly fields: MediaFields;
  readonly form: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
}

type Checked<Files> = { readonly [Name in keyof Files]: CheckedField<Files[Name]> };

/** What a form says of an object. The rest is made of its files, or taken from them, as chapters may be. */
interface DescribedByForm {
  readonly image: ImageDescription;
  readonly audio: Omit<AudioDescription, "durationSeconds" | "chapters">;
  readonly video: VideoDescription;
}

/** The files of a form, and what was said of the object where they were chosen. */
interface SentFiles<Files, Chosen> {
  readonly files: Checked<Files>;
  readonly chosen?: Chosen;
}

/**
 * Creates a media object from a form: `filesOf` finds its files, `store` stores them, with what `describe`
 * says of the object (contract#upload-stages).
 */
export const receiveMedia = async <Kind extends MediaKind, Files extends object>(
  call: UploadCall,
  { kind, fields, form }: ReceivedMedia<Kind>,
  filesOf: () => Promise<SentFiles<Files, Partial<DescribedByForm[Kind]>>>,
  store: (files: Files, describe: () => DescribedByForm[Kind], said: FormValues) => Promise<MediaOf<Kind>>,
): Promise<MediaOf<Kind>> => {
  const { body, principal } = call;
  const collectionId = parseCollection(call, kind);
  const sent = await filesOf();
  const { said, files } = parseUploadForm(form, body, sent.files);
  const { user } = principal;
  const described = {
    ...sent.chosen,
    ...saidFields(fields, form, said),
    ...{ collectionId, ownerId: user.id, createdAt: clock.now() },
  };
  const describe = () => {
    requireChoice(principal, kind, collectionId);
    // The form has the fields of its kind, which the compiler does not see.
    return described as DescribedByForm[Kind];
  };
  const media = await store(files, describe, said);
  await removeUsedUploads(call, ...Object.values<CheckedField<unknown>>(sent.files));
  return media;
};

/** What the form says of the fields that it takes; those left out are empty. Chapters may be in the file. */
const saidFields = (fields: MediaFields, { shape }: ReceivedMedia<MediaKind>["form"], said: FormValues) =>
  withoutEmptyMedia(
    fields,
    Object.fromEntries(
      declaredMedia(fields).flatMap(([name, field, wire]) => {
        const sentAs = field.uploadedAs ?? wire;
        return sentAs in shape && field.type !== "chapters"
          ? [[name, said[sentAs] ?? emptyMedia(field)]]
          : [];
      }),
    ),
  );

/** The parsed fields of an upload form, and its files. Refuses one `validation_error` with every problem. */
const parseUploadForm = <Files extends object>(
  schema: z.ZodMiniType<FormValues>,
  form: FormValues,
  files: Checked<Files>,
): { readonly said: FormValues; readonly files: Files } => {
  const { fields, problems } = readFields(schema, form);
  const checked = Object.entries<CheckedField<unknown>>(files);
  const fileProblems = checked.flatMap(([, { field, file }]) =>
    isFileProblem(file) ? [{ path: field, ...file }] : [],
  );
  refuseProblems([...problems, ...fileProblems]);
  return {
    said: certain(fields),
    files: Object.fromEntries(checked.map(([name, { file }]) => [name, file])) as Files,
  };
};

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

const isFileProblem = (file: unknown): file is FileProblem =>
  typeof file === "object" && file !== null && "code" in file && "message" in file;

/** Removes the uploads of fields, once their files are stored elsewhere. One that fails expires. */
const removeUsedUploads = async (
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
