/** POST /api/editor/uploads/{id}/complete/ — complete an upload whose parts have all arrived */
import { finishUpload } from "#lib/actions/uploads/finish-upload.ts";
import { uploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import { uploadView } from "#lib/surfaces/uploads/upload.ts";

export const handler = endpoint(
  completeUpload,
  async ({ params, body, principal, reads }) => {
    const expected = body.sha256?.toLowerCase() ?? null;
    return uploadView(await finishUpload(params.id, principal.user.id, expected, reads.upload));
  },
  {
    reads: uploadReads,
    replay: async ({ principal, reads }, { id }) => {
      const upload = await reads.upload(id, principal.user.id);
      if (!upload) throw new Refusal("not_found");
      return uploadView(upload);
    },
  },
);
