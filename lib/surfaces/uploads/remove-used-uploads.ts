import { removeUpload } from "#lib/actions/uploads/remove-upload.ts";
import { uploadIdIn } from "./given-file.ts";
import type { UploadCall } from "./upload-call.ts";

/** Removes the uploads whose ids stand in the fields, once what was made of them is stored. One that cannot be removed expires. */
export const removeUsedUploads = async (
  { body, principal, warn }: UploadCall,
  ...fields: readonly string[]
): Promise<void> => {
  for (const id of fields.flatMap((field) => uploadIdIn(body[field]) ?? []))
    await removeUpload(id, principal.user.id).catch((error: unknown) => warn(`Upload ${id} stays: ${error}`));
};
