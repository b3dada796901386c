/** POST /api/editor/media/images/ — upload an image */
import { mediaAfter } from "#lib/access/editor-media.ts";
import { namedUploadReads } from "#lib/actions/uploads/upload-progress.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { RequestToPlan } from "#lib/http/read-plan.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { editorImageView, editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";
import { receiveImage } from "#lib/surfaces/uploads/receive-image.ts";
import { uploadIdIn } from "#lib/surfaces/uploads/upload-form.ts";

export const handler = endpoint(
  uploadImage,
  async (call) => {
    const image = await receiveImage(call);
    const { principal } = call;
    return editorImageView(image, editorMediaContext(principal, principal.site));
  },
  {
    reads: ({ values, userId }: RequestToPlan) => namedUploadReads(uploadIdIn(values().file), userId),
    replay: async ({ principal }, outcome) => {
      const image = await mediaAfter("image", outcome, principal);
      return editorImageView(image, editorMediaContext(principal, principal.site));
    },
  },
);
