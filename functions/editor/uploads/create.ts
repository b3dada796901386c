/** POST /api/editor/uploads/ — begin to upload a file in parts */
import { requireUploadCollection } from "#lib/access/usable-collections.ts";
import { beginningReads, beginUpload } from "#lib/actions/uploads/begin-upload.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { kindsOfName } from "#lib/media/file-rules.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { createUpload } from "#lib/routes/editor-uploads.ts";
import { maxFileBytes, uploadLimits } from "#lib/settings/uploads.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { uploadView } from "#lib/surfaces/uploads/upload.ts";

export const handler = endpoint(
  createUpload,
  async ({ body, principal, reads }) => {
    requireUploadCollection(principal, kindsOfName(body.name));
    const largest = maxFileBytes();
    if (body.size > largest)
      throw invalid("size", "file_too_large", `No file may have more than ${largest} bytes.`);
    const file = {
      name: body.name,
      contentType: body.content_type || "application/octet-stream",
      sizeBytes: body.size,
      expectedSha256: body.sha256?.toLowerCase() ?? null,
    };
    const upload = await beginUpload(principal.user.id, file, uploadLimits(), reads.tally);
    return uploadView(upload);
  },
  {
    reads: beginningReads,
    replay: async ({ principal }, { id }) => {
      const upload = await findUpload(id, principal.user.id);
      if (!upload) throw new Refusal("not_found");
      return uploadView({ ...upload, complete: false });
    },
  },
);
