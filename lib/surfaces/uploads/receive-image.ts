import { storeImage } from "#lib/actions/media/store-media.ts";
import { clock } from "#lib/clock.ts";
import { imageNameProblem } from "#lib/media/file-rules.ts";
import type { Image } from "#lib/media/media.ts";
import { imageDescription } from "#lib/routes/upload-forms.ts";
import {
  parseCollection,
  parseUploadForm,
  removeUsedUploads,
  type UploadCall,
  uploadedImage,
} from "./upload-form.ts";

/** Creates an image from a form (contract#upload-stages). */
export const receiveImage = async (call: UploadCall): Promise<Image> => {
  const collectionId = parseCollection(call, "image");
  const sent = { file: await uploadedImage(call, "file", imageNameProblem) };
  const { title, description, tags, file } = parseUploadForm(imageDescription, call.body, sent);
  const createdAt = clock.now();
  const image = await storeImage(null, file, () => ({
    title,
    description: description ?? "",
    tags: tags ?? [],
    collectionId,
    ownerId: call.principal.user.id,
    createdAt,
  }));
  await removeUsedUploads(call, sent.file);
  return image;
};
