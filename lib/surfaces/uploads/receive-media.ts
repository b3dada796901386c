import { requireChoice } from "#lib/access/usable-collections.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { createAudio, createVideo } from "#lib/actions/media/create-recording.ts";
import { clock } from "#lib/clock.ts";
import { posterNameProblem } from "#lib/media/file-rules.ts";
import type { Audio, Video } from "#lib/media/media.ts";
import type { Route } from "#lib/routes/route.ts";
import { audioDescription, legacyVideoDescription, videoDescription } from "#lib/routes/upload-forms.ts";
import {
  parseAudioChoices,
  parseCollection,
  parseUploadForm,
  removeUsedUploads,
  type UploadCall,
  uploadedAudio,
  uploadedImage,
  uploadedVideo,
} from "./upload-form.ts";

/** Creates an audio from a form (contract#upload-stages). */
export const receiveAudio = (call: UploadCall, { limits }: Pick<Route, "limits">): Promise<Audio> => {
  const { body, principal, warn } = call;
  return whileOnlyUpload(principal.user.id, limits.timeoutSeconds, async () => {
    const collectionId = parseCollection(call, "audio");
    const { format, diarizationMode } = parseAudioChoices(body);
    const sent = { file: await uploadedAudio(call, format) };
    const { title, subtitle, tags, chaptermarks, file } = parseUploadForm(audioDescription, body, sent);
    const createdAt = clock.now();
    const describe = () => {
      requireChoice(principal, "audio", collectionId);
      return {
        title: title ?? null,
        subtitle: subtitle ?? null,
        transcriptDiarizationMode: diarizationMode,
        tags: tags ?? [],
        collectionId,
        ownerId: principal.user.id,
        createdAt,
      };
    };
    const audio = await createAudio({ file, chapters: chaptermarks ?? null }, describe, warn);
    await removeUsedUploads(call, sent.file);
    return audio;
  });
};

/** Creates a video from a form (contract#upload-stages). The legacy surface needs no title. */
export const receiveVideo = (
  call: UploadCall,
  { limits }: Pick<Route, "limits">,
  surface: "editor" | "legacy",
): Promise<Video> => {
  const { body, principal, warn } = call;
  return whileOnlyUpload(principal.user.id, limits.timeoutSeconds, async () => {
    const collectionId = parseCollection(call, "video");
    const fields = surface === "editor" ? videoDescription : legacyVideoDescription;
    const sent = {
      original: await uploadedVideo(call, "original"),
      poster: body.poster === undefined ? noPoster : await uploadedImage(call, "poster", posterNameProblem),
    };
    const { title, tags, original, poster } = parseUploadForm(fields, body, sent);
    const createdAt = clock.now();
    const describe = () => {
      requireChoice(principal, "video", collectionId);
      return {
        title: title ?? "",
        tags: tags ?? [],
        collectionId,
        ownerId: principal.user.id,
        createdAt,
      };
    };
    const video = await createVideo({ original, poster }, describe, warn);
    await removeUsedUploads(call, sent.original, sent.poster);
    return video;
  });
};

const noPoster = { field: "poster", file: null };
