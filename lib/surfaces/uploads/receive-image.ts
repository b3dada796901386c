import { storeImage } from "#lib/actions/media/store-media.ts";
import { imageNameProblem } from "#lib/media/file-rules.ts";
import type { Image } from "#lib/media/media.ts";
import { imageFields } from "#lib/media/media-fields.ts";
import { imageDescription } from "#lib/routes/upload-forms.ts";
import { receiveMedia, type UploadCall, uploadedImage } from "./upload-form.ts";

/** Creates an image from a form. */
export const receiveImage = (call: UploadCall): Promise<Image> =>
  receiveMedia(
    call,
    { kind: "image", fields: imageFields, form: imageDescription },
    async () => ({ files: { file: await uploadedImage(call, "file", imageNameProblem) } }),
    ({ file }, describe) => storeImage(null, file, describe),
  );
