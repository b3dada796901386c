import type { Chapter } from "./media.ts";

/** The longest title of a chapter, in code points. */
export const maxChapterTitle = 255;

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
  if (startSeconds === undefined || title === "" || [...title].length > maxChapterTitle) return undefined;
  return { startSeconds, title, link: "", image: "" };
};

const dayInSeconds = 24 * 60 * 60;

/** Seconds to the millisecond of `MM:SS` or `H:MM:SS`, each with or without a fraction, below 24 hours. */
export const chapterSeconds = (time: string): number | undefined => {
  const [, hours = "0", minutesOfHour, minutes = minutesOfHour, seconds, fraction = ""] =
    /^(?:(\d{1,2}):([0-5]\d)|(\d{1,4})):([0-5]\d)(?:\.(\d{1,6}))?$/.exec(time) ?? [];
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole < dayInSeconds ? withFraction(whole, fraction) : undefined;
};

/** Seconds to the millisecond of seconds such as `73.5`, or of a time as `chapterSeconds` reads it. */
export const secondsOrTime = (text: string): number | undefined => {
  const [, whole, fraction = ""] = /^(\d{1,5})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return chapterSeconds(text);
  return Number(whole) < dayInSeconds ? withFraction(Number(whole), fraction) : undefined;
};

/** Digits are cut, not multiplied: 1.001 * 1000 is less than 1001. */
const withFraction = (whole: number, fraction: string): number =>
  (whole * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))) / 1000;

/** The time as `chapterSeconds` reads it, in the long form: `01:02:03.450`. */
export const chapterTime = (startSeconds: number): string => {
  const ms = Math.round(startSeconds * 1000);
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
};
