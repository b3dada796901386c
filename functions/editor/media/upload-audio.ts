/** POST /api/editor/media/audios/ — upload an audio */
import { endpoint } from "#lib/http/endpoint.ts";
import { uploadAudio } from "#lib/routes/editor-media.ts";
import { createMediaAs, showCreatedAs } from "#lib/surfaces/editor/edited-media.ts";
import { audios } from "#lib/surfaces/editor/editor-media.ts";
import { receiveAudio } from "#lib/surfaces/uploads/receive-media.ts";
import type { UploadCall } from "#lib/surfaces/uploads/upload-form.ts";

export const handler = endpoint(
  uploadAudio,
  createMediaAs(audios, (call: UploadCall) => receiveAudio(call, uploadAudio)),
  { replay: showCreatedAs(audios) },
);
