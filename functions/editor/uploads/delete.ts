/** DELETE /api/editor/uploads/{id}/ — delete an upload, with all that has arrived of it */

import { uploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { removeUpload } from "#lib/actions/uploads/usable-upload.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { discardUpload } from "#lib/routes/editor-uploads.ts";

export const handler = endpoint(
  discardUpload,
  async ({ params, principal, reads }) => {
    const { id } = principal.user;
    const upload = await reads.upload(params.id, id);
    if (!upload || !(await removeUpload(params.id, id, upload))) throw new Refusal("not_found");
    return new Reply(undefined);
  },
  { reads: uploadReads, replay: () => new Reply(undefined) },
);
