import type { Chapter } from "#lib/media/media.ts";

const maxTitleLength = 255;
const dayInSeconds = 24 * 60 * 60;

/**
 * The chapters in ffprobe's list, by their start. Entries without a start below 24 hours or without a title
 * are left out, and of several at one millisecond all but the first. Blanks in titles collapse; what exceeds
 * 255 characters is cut off (contract#chapters-of-files).
 */
export const foundChapters = (list: unknown): readonly Chapter[] => {
  const byStart = new Map<number, Chapter>();
  for (const entry of Array.isArray(list) ? list : []) {
    const chapter = chapterIn(entry);
    if (chapter && !byStart.has(chapter.startSeconds)) byStart.set(chapter.startSeconds, chapter);
  }
  return [...byStart.values()].sort((one, other) => one.startSeconds - other.startSeconds);
};

const chapterIn = (entry: unknown): Chapter | undefined => {
  const { start_time: start, tags } = (entry ?? {}) as {
    readonly start_time?: unknown;
    readonly tags?: unknown;
  };
  const { title } = (tags ?? {}) as { readonly title?: unknown };
  if (typeof start !== "string" || !/^\d+(\.\d+)?$/.test(start) || typeof title !== "string")
    return undefined;
  const startSeconds = Math.round(Number(start) * 1000) / 1000;
  const plainTitle = [...title.replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, maxTitleLength).join("");
  return plainTitle && startSeconds < dayInSeconds
    ? { startSeconds, title: plainTitle, link: "", image: "" }
    : undefined;
};
