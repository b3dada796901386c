import * as z from "zod/mini";
import { inOrder } from "#lib/field.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { chaptersIn } from "#lib/media/chapters.ts";
import { type Audio, declaredMedia, fieldsOfMedia } from "#lib/media/media.ts";
import { audioFields, type MediaField, type MediaFields, type MediaType } from "#lib/media/media-fields.ts";
import { tagsIn } from "#lib/media/tag-text.ts";
import { meaningsOf, sentChoice, sentText } from "./editor-media-shapes.ts";
import { fileField, parsedText, stagedForm } from "./fields.ts";
import { explanation } from "./shapes.ts";

/** The fields of upload forms, grouped by the stages of contract#upload-stages. */

/** What forms say of a field, each as a text. Collections and files are checked by themselves. */
const formShapes: { readonly [Type in MediaType]?: (field: MediaField) => z.ZodMiniType } = {
  text: sentText,
  choice: sentChoice,
  tags: () =>
    parsedText(
      (text) => {
        const named = tagsIn(text);
        return "tags" in named
          ? { value: named.tags }
          : { problems: [{ code: "invalid", message: named.problem }] };
      },
      {},
      { description: 'Such as `birds, "low water, high water"`; blanks separate where there are no commas.' },
    ),
  chapters: () =>
    parsedText(
      (text) => {
        const listed = chaptersIn(text);
        return "chapters" in listed
          ? { value: listed.chapters }
          : { problems: listed.problems.map((message) => ({ code: "invalid", message })) };
      },
      {},
      { description: "A line for each chapter, such as `1:02:03 The heron`." },
    ),
};

/** What forms say of these fields. `strict`: those that new objects must have are required. */
const formFields = (fields: MediaFields, strict = true) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([, field, wire]) => {
      const shape =
        field.setBy || field.made || field.onlyUploaded ? undefined : formShapes[field.type]?.(field);
      return shape ? [[field.uploadedAs ?? wire, strict && field.required ? shape : z.optional(shape)]] : [];
    }),
  );

const { transcriptDiarizationMode } = audioFields;

const diarizationMode = parsedText<Audio["transcriptDiarizationMode"]>(
  (mode) => {
    const chosen = transcriptDiarizationMode.choices.find(([value]) => value === mode);
    if (chosen) return { value: chosen[0] };
    const isEnabled = mode === "enabled";
    const message = isEnabled ? "Diarization cannot be switched on here." : "Expected inherit or disabled.";
    return { problems: [{ code: isEnabled ? "unsupported" : "invalid_choice", message }] };
  },
  {},
  {
    enum: transcriptDiarizationMode.choices.map(([value]) => value),
    description: explanation(meaningsOf(transcriptDiarizationMode)),
  },
);

const collection = parsedText(
  (text) =>
    /^\+?0*[1-9]\d*$/.test(text)
      ? { value: Number(text) }
      : { problems: [{ code: "invalid", message: "The id of a collection is required." }] },
  {},
  { type: "integer", minimum: 1 },
);

/** Checked first in every upload. */
export const collectionChoice = z.object({ collection: z.optional(collection) });

/** What is `onlyUploaded` of an audio; checked before its file. */
export const diarizationChoice = z.object({ transcript_diarization_mode: z.optional(diarizationMode) });

export const imageDescription = z.object(formFields(fieldsOfMedia.image));

export const audioDescription = z.object(
  inOrder(["title", "subtitle", "tags"], formFields(fieldsOfMedia.audio)),
);

export const videoDescription = z.object(formFields(fieldsOfMedia.video));

/** On the legacy surface a video needs no title. */
export const legacyVideoDescription = z.object(formFields(fieldsOfMedia.video, false));

const optionalFile = z.optional(fileField());

export const imageForm = stagedForm({
  ...imageDescription.shape,
  file: fileField(),
  ...collectionChoice.shape,
});

/** Exactly one of the files is required. */
export const audioForm = stagedForm({
  ...audioDescription.shape,
  ...diarizationChoice.shape,
  ...byAudioFormat(() => optionalFile),
  ...collectionChoice.shape,
});

const videoFiles = { original: fileField(), poster: optionalFile };

export const videoForm = stagedForm({ ...videoDescription.shape, ...videoFiles, ...collectionChoice.shape });

export const legacyVideoForm = stagedForm({
  ...legacyVideoDescription.shape,
  ...videoFiles,
  ...collectionChoice.shape,
});
