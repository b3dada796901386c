/** GET /api/editor/uploads/{id}/ — read which parts of an upload have arrived */

import { readUploadProgress, uploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readUpload } from "#lib/routes/editor-uploads.ts";
import { uploadProgressView } from "#lib/surfaces/uploads/upload.ts";

export const handler = endpoint(
  readUpload,
  async ({ params, principal, reads }) => {
    const progress = await readUploadProgress(params.id, principal.user.id, reads.upload);
    if (!progress) throw new Refusal("not_found");
    return uploadProgressView(progress.upload, progress.parts);
  },
  { reads: uploadReads },
);
