/** GET /api/editor/uploads/{id}/ — read which parts of an upload have arrived */
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readUpload } from "#lib/routes/editor-uploads.ts";
import { openFiles } from "#lib/store/open-files.ts";
import { storedUpload } from "#lib/store/stored-upload.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { uploadProgressView } from "#lib/views/upload.ts";

export const handler = endpoint(readUpload, async ({ params, principal }) => {
  const upload = await findUpload(params.id, principal.user.id);
  if (!upload) throw new Refusal("not_found");
  const files = await openFiles();
  const arrived = upload.complete ? [] : await files.uploads.parts(storedUpload(upload));
  return uploadProgressView(upload, arrived ?? []);
});
