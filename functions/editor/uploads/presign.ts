/** POST /api/editor/uploads/{id}/parts/ — get requests that send up to 100 parts of an upload */
import { requireUploadCollection } from "#lib/access/usable-collections.ts";
import { findCurrentUpload, storedUpload, uploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { kindsOfName } from "#lib/media/file-rules.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { presignParts } from "#lib/routes/editor-uploads.ts";
import { partsToSend } from "#lib/surfaces/uploads/upload.ts";

/**
 * The time for which a presigned part is valid, unless the upload ends before; clients then ask for another.
 */
const goodForSeconds = 3600;

export const handler = endpoint(
  presignParts,
  async ({ params, body, principal, request, reads }) => {
    const upload = await findCurrentUpload(params.id, principal.user.id, reads.upload);
    if (!upload) throw new Refusal("not_found");
    requireUploadCollection(principal, kindsOfName(upload.name));
    if (upload.complete) throw new Refusal("upload_complete");
    const parts = partsToSend(body.parts, upload);
    const now = Math.floor(clock.nowMs() / 1000);
    const seconds = Math.max(1, Math.min(goodForSeconds, upload.expiresAt - now));
    const files = await openFiles();
    const presigned = parts.map(async (part) => {
      const { url, headers } = await files.uploads.presignPart(storedUpload(upload), part, seconds);
      // On one machine, files have the address by which the caller reached the service.
      const address = new URL(url, request.origin).href;
      return { number: part.number, method: "PUT" as const, url: address, headers };
    });
    return {
      parts: await Promise.all(presigned),
      expires_at: new Date((now + seconds) * 1000).toISOString(),
    };
  },
  { reads: uploadReads },
);
