import type * as z from "zod/mini";
import { chosenCollection } from "#lib/access/chosen-collection.ts";
import { certain } from "#lib/certain.ts";
import { parseBodyFields, readFields } from "#lib/http/parse-body-fields.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { MediaKind } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import { collectionChoice, diarizationChoice } from "#lib/routes/upload-forms.ts";
import { type CheckedField, isFileProblem, type UploadCall } from "./uploaded-files.ts";

/** The collection that the form names, the first check of a form. Refuses as `chosenCollection` does. */
export const parseCollection = ({ body, principal }: UploadCall, kind: MediaKind): number => {
  const { collection } = parseBodyFields(collectionChoice, body);
  return chosenCollection(principal, kind, collection);
};

export interface AudioChoices {
  readonly format: AudioFormat;
  readonly diarizationMode: "inherit" | "disabled";
}

/** The format of the field with the file, of which there is exactly one, and the mode of diarization. */
export const parseAudioChoices = (form: FormValues): AudioChoices => {
  const { fields, problems } = readFields(diarizationChoice, form);
  const [format, ...others] = audioFormats.filter((each) => form[each] !== undefined);
  const isOne = format !== undefined && others.length === 0;
  refuseProblems([...problems, ...(isOne ? [] : [format ? tooManyFiles : noFile])]);
  return { format: certain(format), diarizationMode: fields?.transcript_diarization_mode ?? "inherit" };
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

/** The parsed fields of an upload form, and its files. Refuses one `validation_error` with every problem. */
export const parseUploadForm = <Fields extends object, Files extends object>(
  schema: z.ZodMiniType<Fields>,
  form: FormValues,
  files: { readonly [Name in keyof Files]: CheckedField<Files[Name]> },
): Fields & Files => {
  const { fields, problems } = readFields(schema, form);
  const checked = Object.entries<CheckedField<unknown>>(files);
  const fileProblems = checked.flatMap(([, { field, file }]) =>
    isFileProblem(file) ? [{ path: field, ...file }] : [],
  );
  refuseProblems([...problems, ...fileProblems]);
  return { ...fields, ...Object.fromEntries(checked.map(([name, { file }]) => [name, file])) } as Fields &
    Files;
};
