/** POST /api/upload_video/ — upload a video, and get its id as plain text */
import { mediaAfter } from "#lib/access/editor-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadLegacyVideo } from "#lib/routes/legacy-video-upload.ts";
import { receiveVideo } from "#lib/surfaces/uploads/receive-media.ts";

export const handler = endpoint(
  uploadLegacyVideo,
  async (call) => {
    const { id } = await receiveVideo(call, uploadLegacyVideo, "legacy");
    return String(id);
  },
  {
    replay: async ({ principal }, outcome) => String((await mediaAfter("video", outcome, principal)).id),
  },
);
