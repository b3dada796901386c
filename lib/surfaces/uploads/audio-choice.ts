import { readFields } from "#lib/http/parse-fields.ts";
import { type AudioFormat, audioFormats } from "#lib/media/media.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { FormValues } from "#lib/routes/fields.ts";
import { diarizationChoice } from "#lib/routes/upload-forms.ts";

/** What the form of an audio is checked for before its file. */
export interface AudioChoice {
  readonly format: AudioFormat;
  readonly diarizationMode: "inherit" | "disabled";
}

/** The format whose file the form has, and the mode of diarization. Refuses modes that there are not, and `required` or `too_many_files` unless it has one file. */
export const audioChoice = (form: FormValues): AudioChoice => {
  const { fields, problems } = readFields(diarizationChoice, form);
  const [format, ...others] = audioFormats.filter((each) => form[each] !== undefined);
  const isOne = format !== undefined && others.length === 0;
  refuseProblems([...problems, ...(isOne ? [] : [format ? tooMany : none])]);
  return { format: format!, diarizationMode: fields?.transcript_diarization_mode ?? "inherit" };
};

const none: Problem = {
  path: "non_field_errors",
  code: "required",
  message: `A file is required, in one of the fields ${audioFormats.join(", ")}.`,
};

const tooMany: Problem = {
  path: "non_field_errors",
  code: "too_many_files",
  message: `Only one of the fields ${audioFormats.join(", ")} may have a file.`,
};
