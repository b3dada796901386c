import * as z from "zod/mini";
import { inOrder } from "#lib/field.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { chaptersIn } from "#lib/media/chapters.ts";
import {
  type Audio,
  allAudioFields,
  allImageFields,
  allVideoFields,
  declaredMedia,
} from "#lib/media/media.ts";
import { audioFields, type MediaField, type MediaFields, type MediaType } from "#lib/media/media-fields.ts";
import { tagsIn } from "#lib/media/tag-text.ts";
import { sentChoice, sentText } from "./editor-media-changes.ts";
import { fileField, parsedText, stagedForm } from "./fields.ts";
import { choiceValues, explanation, meaningsOf, shapeOf } from "./shapes.ts";

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

const diarizationMode = ({ choices }: typeof audioFields.transcriptDiarizationMode) =>
  parsedText<Audio["transcriptDiarizationMode"]>(
    (mode) => {
      const chosen = choices.find(([value]) => value === mode);
      if (chosen) return { value: chosen[0] };
      const isEnabled = mode === "enabled";
      const message = isEnabled ? "Diarization cannot be switched on here." : "Expected inherit or disabled.";
      return { problems: [{ code: isEnabled ? "unsupported" : "invalid_choice", message }] };
    },
    {},
    { enum: choiceValues({ choices }), description: explanation(meaningsOf({ choices })) },
  );

const collection = parsedText(
  (text) =>
    /^\+?0*[1-9]\d*$/.test(text)
      ? { value: Number(text) }
      : { problems: [{ code: "invalid", message: "Expected the id of a collection." }] },
  {},
  { type: "integer", minimum: 1 },
);

/** Checked first in every upload. */
export const collectionChoice = z.object({ collection: z.optional(collection) });

/** What is `onlyUploaded` of an audio; checked before its file. */
export const diarizationChoice = /* @__PURE__ */ shapeOf(() => ({
  transcript_diarization_mode: z.optional(diarizationMode(audioFields.transcriptDiarizationMode)),
}));

export const imageDescription = /* @__PURE__ */ shapeOf(() => formFields(allImageFields));

export const audioDescription = /* @__PURE__ */ shapeOf(() =>
  inOrder(["title", "subtitle", "tags"], formFields(allAudioFields)),
);

export const videoDescription = /* @__PURE__ */ shapeOf(() => formFields(allVideoFields));

/** On the legacy surface a video needs no title. */
export const legacyVideoDescription = /* @__PURE__ */ shapeOf(() => formFields(allVideoFields, false));

const optionalFile = () => z.optional(fileField());

export const imageForm = /* @__PURE__ */ stagedForm(() => ({
  ...imageDescription.shape,
  file: fileField(),
  ...collectionChoice.shape,
}));

/** Exactly one of the files is required. */
export const audioForm = /* @__PURE__ */ stagedForm(() => ({
  ...audioDescription.shape,
  ...diarizationChoice.shape,
  ...byAudioFormat(optionalFile),
  ...collectionChoice.shape,
}));

const videoFiles = () => ({ original: fileField(), poster: optionalFile() });

export const videoForm = /* @__PURE__ */ stagedForm(() => ({
  ...videoDescription.shape,
  ...videoFiles(),
  ...collectionChoice.shape,
}));

export const legacyVideoForm = /* @__PURE__ */ stagedForm(() => ({
  ...legacyVideoDescription.shape,
  ...videoFiles(),
  ...collectionChoice.shape,
}));
