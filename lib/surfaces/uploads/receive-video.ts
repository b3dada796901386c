import { requireChoice } from "#lib/access/chosen-collection.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { createVideo } from "#lib/actions/media/create-video.ts";
import { clock } from "#lib/clock.ts";
import { posterNameProblem } from "#lib/media/image-rules.ts";
import type { Video } from "#lib/media/media.ts";
import type { Route } from "#lib/routes/route.ts";
import { legacyVideoDescription, videoDescription } from "#lib/routes/upload-forms.ts";
import { parseCollection, parseUploadForm } from "./parse-upload-form.ts";
import { removeUsedUploads, type UploadCall, uploadedImage, uploadedVideo } from "./uploaded-files.ts";

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
