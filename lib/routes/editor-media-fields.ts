import * as z from "zod/mini";
import { chapterSeconds, maxChapters } from "#lib/media/chapters.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import { isWebAddress } from "#lib/richtext/links.ts";
import { listOf, objectOf, orNull, parsedText, positiveIntegerField, textField } from "./fields.ts";

/** The fields that PATCH changes of media; what is left out stays (contract#media-changes). */

const title = textField({ maxLength: 255 });

const common = {
  tags: z.optional(listOf(textField({ maxLength: 100 }), { maxItems: maxTags })),
  collection: z.optional(positiveIntegerField()),
};

const dayInSeconds = 24 * 60 * 60;

const start = parsedText(
  (text) => {
    const isNumber = /^\d{1,5}(\.\d+)?$/.test(text) && Number(text) < dayInSeconds;
    const seconds = isNumber ? Math.floor(Number(text) * 1000) / 1000 : chapterSeconds(text);
    if (seconds !== undefined) return { value: seconds };
    const message = "Expected seconds, or a time such as 1:02:03.45, below 24 hours.";
    return { problems: [{ code: "invalid", message }] };
  },
  {},
  { type: ["number", "string"], description: "Seconds, or a time such as `1:02:03.45`." },
);

const webAddress = textField({
  blank: true,
  grammar: {
    matches: (text) => text === "" || isWebAddress(text),
    message: "Expected an address that begins with https:// or http://.",
  },
});

const chapter = objectOf({ start, title, link: z.optional(webAddress), image: z.optional(webAddress) });

export const imageChanges = z.object({
  title: z.optional(title),
  alt_text: z.optional(textField({ maxLength: 255, blank: true })),
  ...common,
});

export const audioChanges = z.object({
  title: z.optional(orNull(title)),
  subtitle: z.optional(orNull(textField({ maxLength: 512 }))),
  chapters: z.optional(listOf(chapter, { maxItems: maxChapters })),
  ...common,
});

export const videoChanges = z.object({ title: z.optional(title), ...common });
