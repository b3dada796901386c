/** POST /api/editor/media/images/ — upload an image */
import { namedUploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { RequestToPlan } from "#lib/http/read-plan.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { createMediaAs, showCreatedAs } from "#lib/surfaces/editor/edited-media.ts";
import { images } from "#lib/surfaces/editor/editor-media.ts";
import { receiveImage } from "#lib/surfaces/uploads/receive-media.ts";
import { uploadIdIn } from "#lib/surfaces/uploads/upload-form.ts";

export const handler = endpoint(uploadImage, createMediaAs(images, receiveImage), {
  reads: ({ values, userId }: RequestToPlan) => namedUploadReads(uploadIdIn(values().file), userId),
  replay: showCreatedAs(images),
});
