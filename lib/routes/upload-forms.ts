import * as z from "zod/mini";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { chaptersIn } from "#lib/media/chapters.ts";
import { tagsIn } from "#lib/media/tag-text.ts";
import { fileField, parsedText, stagedForm, textField } from "./fields.ts";
import { explanation } from "./shapes.ts";

/** The fields of upload forms, grouped by the stages of contract#upload-stages. */

const title = textField({ maxLength: 255 });

const tags = z.optional(
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
);

const chaptermarks = parsedText(
  (text) => {
    const listed = chaptersIn(text);
    return "chapters" in listed
      ? { value: listed.chapters }
      : { problems: listed.problems.map((message) => ({ code: "invalid", message })) };
  },
  {},
  { description: "A line for each chapter, such as `1:02:03 The heron`." },
);

export const diarizationMeanings = {
  inherit: "players name the speakers of the transcript",
  disabled: "players name no speakers",
};

const diarizationMode = parsedText<"inherit" | "disabled">(
  (mode) => {
    if (mode === "inherit" || mode === "disabled") return { value: mode };
    const isEnabled = mode === "enabled";
    const message = isEnabled ? "Diarization cannot be switched on here." : "Expected inherit or disabled.";
    return { problems: [{ code: isEnabled ? "unsupported" : "invalid_choice", message }] };
  },
  {},
  { enum: ["inherit", "disabled"], description: explanation(diarizationMeanings) },
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

/** Checked before the file of an audio. */
export const diarizationChoice = z.object({ transcript_diarization_mode: z.optional(diarizationMode) });

export const imageDescription = z.object({ title, description: z.optional(title), tags });

export const audioDescription = z.object({
  title: z.optional(title),
  subtitle: z.optional(textField({ maxLength: 512 })),
  tags,
  chaptermarks: z.optional(chaptermarks),
});

export const videoDescription = z.object({ title, tags });

/** On the legacy surface a video needs no title. */
export const legacyVideoDescription = z.object({ title: z.optional(title), tags });

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
