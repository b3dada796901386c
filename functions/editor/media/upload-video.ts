/** POST /api/editor/media/videos/ — upload a video */
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadVideo } from "#lib/routes/editor-media.ts";
import { createMediaAs, showCreatedAs } from "#lib/surfaces/editor/edited-media.ts";
import { videos } from "#lib/surfaces/editor/editor-media.ts";
import { receiveVideo } from "#lib/surfaces/uploads/receive-media.ts";
import type { UploadCall } from "#lib/surfaces/uploads/upload-form.ts";

export const handler = endpoint(
  uploadVideo,
  createMediaAs(videos, (call: UploadCall) => receiveVideo(call, uploadVideo, "editor")),
  { replay: showCreatedAs(videos) },
);
