import { buffer } from "node:stream/consumers";
import { type GivenFile, inlineFile } from "#lib/actions/media/given-file.ts";
import { completedUpload } from "#lib/actions/uploads/upload-progress.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import { isMediaId } from "#lib/media/references.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import type { UploadCall } from "./upload-call.ts";

/**
 * The file that stands in a field of a form, or that was uploaded before under the id that stands there. `required` where
 * there is neither, `not_found` for the id of an upload that the caller has not, or has not completed. Cost of an id: two
 * requests.
 */
export const givenFile = async (
  { body, principal }: UploadCall,
  field: string,
): Promise<GivenFile | FileProblem> => {
  const value = body[field];
  if (value instanceof FormFile) return inlineFile(value.name, value.contentType, value.content);
  const id = uploadIdIn(value);
  if (id === undefined) return { code: "required", message: "A file is required, or the id of an upload." };
  return (await waitingFile(id, principal.user.id)) ?? notFound(id);
};

/** The id of an upload that stands in a field instead of a file. */
export const uploadIdIn = (value: unknown): number | undefined => {
  const id = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
  return isMediaId(id) ? id : undefined;
};

const notFound = (id: number): FileProblem => ({
  code: "not_found",
  message: `You have no completed upload ${id}.`,
});

const waitingFile = async (id: number, userId: number): Promise<GivenFile | undefined> => {
  const upload = await completedUpload(id, userId);
  if (!upload) return undefined;
  const content = fileKey(upload.key);
  const beginning = await (await openFiles()).get(content, { first: 0, last: 11 });
  return beginning && { ...upload, content, firstBytes: await buffer(beginning.body) };
};
