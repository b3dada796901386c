/** PATCH /api/editor/media/images/{id}/ — change what is said of an image */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateImage } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { changedImage } from "#lib/surfaces/editor/media-changes.ts";
import { imageDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  updateImage,
  async ({ params, body, principal, reads }) => {
    const image = await putMedia("image", params.id, (current) => changedImage(current, body, principal), {
      reads,
    });
    return imageDetailsView(image, editorMediaContext(principal, principal.site));
  },
  {
    reads: mediaChangeReads.image,
    replay: async ({ principal, reads }, outcome) => {
      const image = await readEditorMedia("image", outcome, principal, reads.media);
      return imageDetailsView(image, editorMediaContext(principal, principal.site));
    },
  },
);
