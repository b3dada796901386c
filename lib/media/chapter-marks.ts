import { chapterSeconds } from "./chapter-time.ts";
import type { Chapter } from "./media.ts";

/** In code points. */
const maxTitleLength = 255;

/** An audio is stored as one item, chapters included. */
export const maxChapters = 1_000;

/** The limit of all chapters together. */
const maxCharacters = 50_000;

export type ListedChapters =
  | { readonly chapters: readonly Chapter[] }
  | { readonly problems: readonly string[] };

/** The chapters in lines such as `1:02:03.45 The heron`, by their start (contract#chapter-marks). */
export const chaptersIn = (text: string): ListedChapters => {
  const byStart = new Map<number, Chapter>();
  const problems: string[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const chapter = chapterIn(line);
    const named = `The line "${line.trim().slice(0, 60)}"`;
    if (!chapter)
      problems.push(`${named} is not a time such as 1:02:03 and a title of at most 255 characters.`);
    else if (byStart.has(chapter.startSeconds)) problems.push(`${named} begins when another chapter does.`);
    else byStart.set(chapter.startSeconds, chapter);
  }
  const chapters = [...byStart.values()].sort((one, other) => one.startSeconds - other.startSeconds);
  if (firstChapters(chapters).length < chapters.length) problems.push("There are too many chapters.");
  return problems.length > 0 ? { problems } : { chapters };
};

/** Gives as many of the chapters, from the first on, as an audio may have. */
export const firstChapters = <Given extends Omit<Chapter, "startSeconds">>(
  chapters: readonly Given[],
): readonly Given[] => {
  let characters = 0;
  const end = chapters.findIndex(({ title, link, image }, index) => {
    characters += title.length + link.length + image.length;
    return index === maxChapters || characters > maxCharacters;
  });
  return end < 0 ? chapters : chapters.slice(0, end);
};

const chapterIn = (line: string): Chapter | undefined => {
  const [, time = "", rest = ""] = /^\s*(\S+)\s+(.*)$/s.exec(line) ?? [];
  const startSeconds = chapterSeconds(time);
  const title = rest.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (startSeconds === undefined || title === "" || [...title].length > maxTitleLength) return undefined;
  return { startSeconds, title, link: "", image: "" };
};
