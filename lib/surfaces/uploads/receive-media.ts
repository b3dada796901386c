import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { createAudio, createVideo } from "#lib/actions/media/create-recording.ts";
import { storeImage } from "#lib/actions/media/store-media.ts";
import { imageNameProblem, posterNameProblem } from "#lib/media/file-rules.ts";
import {
  type Audio,
  allAudioFields,
  allImageFields,
  allVideoFields,
  type Chapter,
  type Image,
  type Video,
} from "#lib/media/media.ts";
import { audioFields } from "#lib/media/media-fields.ts";
import type { Route } from "#lib/routes/route.ts";
import {
  audioDescription,
  imageDescription,
  legacyVideoDescription,
  videoDescription,
} from "#lib/routes/upload-forms.ts";
import {
  parseAudioChoices,
  receiveMedia,
  type UploadCall,
  uploadedAudio,
  uploadedImage,
  uploadedVideo,
} from "./upload-form.ts";

/** Creates an image from a form. */
export const receiveImage = (call: UploadCall): Promise<Image> =>
  receiveMedia(
    call,
    { kind: "image", fields: allImageFields, form: imageDescription },
    async () => ({ files: { file: await uploadedImage(call, "file", imageNameProblem) } }),
    ({ file }, describe) => storeImage(null, file, describe),
  );

type Limited = Pick<Route, "limits">;

/** Creates an audio from a form. */
export const receiveAudio = (call: UploadCall, { limits }: Limited): Promise<Audio> =>
  whileOnlyUpload(call.principal.user.id, limits.timeoutSeconds, () =>
    receiveMedia(
      call,
      { kind: "audio", fields: allAudioFields, form: audioDescription },
      async () => {
        const { format, ...chosen } = parseAudioChoices(call.body);
        return { files: { file: await uploadedAudio(call, format) }, chosen };
      },
      ({ file }, describe, said) => {
        const chapters = said[audioFields.chapters.uploadedAs] as readonly Chapter[] | undefined;
        return createAudio({ file, chapters: chapters ?? null }, describe, call.warn);
      },
    ),
  );

/** Creates a video from a form. The legacy surface needs no title. */
export const receiveVideo = (
  call: UploadCall,
  { limits }: Limited,
  surface: "editor" | "legacy",
): Promise<Video> =>
  whileOnlyUpload(call.principal.user.id, limits.timeoutSeconds, () =>
    receiveMedia(
      call,
      {
        kind: "video",
        fields: allVideoFields,
        form: surface === "editor" ? videoDescription : legacyVideoDescription,
      },
      async () => ({
        files: {
          original: await uploadedVideo(call, "original"),
          poster:
            call.body.poster === undefined
              ? noPoster
              : await uploadedImage(call, "poster", posterNameProblem),
        },
      }),
      (files, describe) => createVideo(files, describe, call.warn),
    ),
  );

const noPoster = { field: "poster", file: null };
