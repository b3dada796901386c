/** POST /api/editor/uploads/{id}/complete/ — complete an upload whose parts have all arrived */
import { finishUpload } from "#lib/actions/uploads/finish-upload.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { completeUpload } from "#lib/routes/editor-uploads.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { uploadView } from "#lib/surfaces/uploads/upload.ts";

export const handler = endpoint(
  completeUpload,
  async ({ params, body, principal }) => {
    const expected = body.sha256?.toLowerCase() ?? null;
    return uploadView(await finishUpload(params.id, principal.user.id, expected));
  },
  {
    replay: async ({ principal }, { id }) => {
      const upload = await findUpload(id, principal.user.id);
      if (!upload) throw new Refusal("not_found");
      return uploadView(upload);
    },
  },
);
