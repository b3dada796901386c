import { storeImage } from "#lib/actions/media/store-image.ts";
import { clock } from "#lib/clock.ts";
import { imageNameProblem } from "#lib/media/image-rules.ts";
import type { Image } from "#lib/media/media.ts";
import { imageFields } from "#lib/routes/upload-forms.ts";
import { foundPicture } from "./found-picture.ts";
import { parseUpload } from "./parse-upload.ts";
import { removeUsedUploads } from "./remove-used-uploads.ts";
import type { UploadCall } from "./upload-call.ts";
import { wantedCollection } from "./wanted-collection.ts";

/** The image that a form makes. Checks, in their order: contract#upload-stages. */
export const receiveImage = async (call: UploadCall): Promise<Image> => {
  const collectionId = wantedCollection(call, "image");
  const { title, description, tags, picture } = parseUpload(imageFields, call.body, {
    picture: await foundPicture(call, "file", imageNameProblem),
  });
  const image = await storeImage(null, picture, () => ({
    title,
    description: description ?? "",
    tags: tags ?? [],
    collectionId,
    ownerId: call.principal.user.id,
    createdAt: clock.now(),
  }));
  await removeUsedUploads(call, "file");
  return image;
};
