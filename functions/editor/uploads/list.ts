/** GET /api/editor/uploads/ — list the caller's newest uploads, at most 100 */

import { findCurrentUpload, mayBeJoined } from "#lib/actions/uploads/upload-progress.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listUploads } from "#lib/routes/editor-uploads.ts";
import { findUploads } from "#lib/store/uploads.ts";
import { uploadView } from "#lib/surfaces/uploads/upload.ts";

export const handler = endpoint(listUploads, async ({ principal }) => {
  const uploads = await findUploads(principal.user.id);
  const current = uploads.map((upload) =>
    mayBeJoined(upload) ? findCurrentUpload(upload.id, principal.user.id) : upload,
  );
  return (await Promise.all(current)).filter((upload) => upload !== undefined).map(uploadView);
});
