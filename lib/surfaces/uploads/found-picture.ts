import { givenPicture } from "#lib/actions/media/given-picture.ts";
import type { NewPicture } from "#lib/actions/media/new-picture.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import type { ImageFormat } from "#lib/media/image-rules.ts";
import { givenFile } from "./given-file.ts";
import { type FoundFile, isProblem } from "./parse-upload.ts";
import type { UploadCall } from "./upload-call.ts";

/** The picture in the file of a form's field. */
export const foundPicture = async (
  call: UploadCall,
  field: string,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined,
): Promise<FoundFile<NewPicture>> => {
  const file = await givenFile(call, field);
  return { field, content: isProblem(file) ? file : await givenPicture(file, nameProblem) };
};
