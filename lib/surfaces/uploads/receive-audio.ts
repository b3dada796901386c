import { requireChoice } from "#lib/access/chosen-collection.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { uploadAudio } from "#lib/actions/media/upload-audio.ts";
import { clock } from "#lib/clock.ts";
import type { Audio } from "#lib/media/media.ts";
import type { Route } from "#lib/routes/route.ts";
import { audioFields } from "#lib/routes/upload-forms.ts";
import { audioChoice } from "./audio-choice.ts";
import { foundRecording } from "./found-recording.ts";
import { parseUpload } from "./parse-upload.ts";
import { removeUsedUploads } from "./remove-used-uploads.ts";
import type { UploadCall } from "./upload-call.ts";
import { wantedCollection } from "./wanted-collection.ts";

/** The audio that a form makes. Checks, in their order: contract#upload-stages. */
export const receiveAudio = (call: UploadCall, { limits }: Pick<Route, "limits">): Promise<Audio> => {
  const { body, principal, warn } = call;
  return whileOnlyUpload(principal.user.id, limits.timeoutSeconds, async () => {
    const collectionId = wantedCollection(call, "audio");
    const { format, diarizationMode } = audioChoice(body);
    const { title, subtitle, tags, chaptermarks, recording } = parseUpload(audioFields, body, {
      recording: await foundRecording(call, format, format),
    });
    const describe = () => {
      requireChoice(principal, "audio", collectionId);
      return {
        title: title ?? null,
        subtitle: subtitle ?? null,
        transcriptDiarizationMode: diarizationMode,
        tags: tags ?? [],
        collectionId,
        ownerId: principal.user.id,
        createdAt: clock.now(),
      };
    };
    const audio = await uploadAudio({ format, recording, chapters: chaptermarks ?? null }, describe, warn);
    await removeUsedUploads(call, format);
    return audio;
  });
};
