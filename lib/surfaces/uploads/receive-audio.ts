import { requireChoice } from "#lib/access/chosen-collection.ts";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { createAudio } from "#lib/actions/media/create-audio.ts";
import { clock } from "#lib/clock.ts";
import type { Audio } from "#lib/media/media.ts";
import type { Route } from "#lib/routes/route.ts";
import { audioDescription } from "#lib/routes/upload-forms.ts";
import { parseAudioChoices, parseCollection, parseUploadForm } from "./parse-upload-form.ts";
import { removeUsedUploads, type UploadCall, uploadedAudio } from "./uploaded-files.ts";

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
