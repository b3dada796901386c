import { cutText } from "#cli/cut-text.ts";
import { counted } from "#cli/output.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { certain } from "#lib/certain.ts";
import { chapterSeconds, maxChapterTitle } from "#lib/media/chapters.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import { sentChapters } from "#lib/routes/editor-media-changes.ts";
import type { LibraryMedia } from "./library.ts";

/** A chapter as it stands in a file. */
export interface SaidChapter {
  readonly line: number;
  /** Seconds, or a time such as `01:02:03`. */
  readonly start: string | number;
  readonly title: string;
  readonly link?: string;
  readonly image?: string;
}

export type Chapters = NonNullable<LibraryMedia["chapters"]>;

/**
 * The chapter in a line such as `00:01:02 Title`, or `00:01:02 Title <https://address.example>` as mp4chaps
 * and Podlove write it; undefined for any other line.
 */
export const chapterInLine = (text: string, line: number): SaidChapter | undefined => {
  const [, start = "", title = ""] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(text) ?? [];
  if (chapterSeconds(start) === undefined) return undefined;
  const [, words, link] = /^(.*\S)\s*<(https?:\/\/[^\s<>]+)>$/i.exec(title) ?? [];
  return words === undefined ? { line, start, title } : { line, start, title: words, link: certain(link) };
};

interface ReadChapters {
  readonly chapters: readonly SaidChapter[];
  /** Problems, with lines of the file of chapters. */
  readonly problems: readonly LineProblem[];
  /** Members of chapters that the service does not keep. */
  readonly losses: readonly string[];
}

/** The chapters in a file: JSON of the podcast namespace, or lines such as `00:01:02 Title`. */
export const chaptersInText = (text: string): ReadChapters =>
  text.trimStart().startsWith("{") ? chaptersInJson(text) : chaptersInLines(text);

const chaptersInLines = (text: string): ReadChapters => {
  const chapters: SaidChapter[] = [];
  const problems: LineProblem[] = [];
  let untitled = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const chapter = chapterInLine(line, index + 1);
    if (chapter) chapters.push(chapter);
    else if (chapterSeconds(line.trim()) !== undefined) untitled++;
    else if (line.trim() !== "")
      problems.push({ line: index + 1, message: "Expected a time and a title, such as 00:01:02 The ice." });
  }
  return { chapters, problems, losses: lossOf(untitled, "without a title") };
};

/** What is told of chapters that are left out. */
const lossOf = (count: number, which: string): readonly string[] =>
  count === 0 ? [] : [`${counted(count, "chapter")} ${which}: left out.`];

const names: Readonly<Record<string, keyof SaidChapter>> = {
  startTime: "start",
  title: "title",
  url: "link",
  img: "image",
};

const chaptersInJson = (text: string): ReadChapters => {
  const wrong = (message: string): ReadChapters => ({
    chapters: [],
    losses: [],
    problems: [{ line: 1, message }],
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return wrong(`This is no JSON: ${(error as Error).message}.`);
  }
  const list = (document as { chapters?: unknown } | null)?.chapters;
  if (!Array.isArray(list)) return wrong('Expected an object such as {"chapters": []}.');
  const lost = new Set<string>();
  // A title is optional in JSON chapters, where one without it often only shows a picture.
  const isTitled = (each: unknown): boolean => {
    const { title } = (each ?? {}) as { readonly title?: unknown };
    return !(title === undefined || title === null || (typeof title === "string" && title.trim() === ""));
  };
  const titled = list.filter(isTitled);
  const starts = new Set<unknown>();
  const chapters = titled.flatMap((each: unknown): SaidChapter | [] => {
    const said = saidIn(each as object, lost);
    if (starts.has(said.start)) return [];
    starts.add(said.start);
    return said;
  });
  return {
    chapters,
    problems: [],
    losses: [
      ...lost,
      ...lossOf(list.length - titled.length, "without a title"),
      ...lossOf(titled.length - chapters.length, "where another one begins"),
    ],
  };
};

/** What a chapter says, as far as the service keeps it. `lost` gets a sentence for each thing beyond that. */
const saidIn = (chapter: object, lost: Set<string>): SaidChapter => {
  const said: Record<string, unknown> = { start: "", title: "", line: 1 };
  for (const [key, value] of Object.entries(chapter)) {
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    const isAddress = name === "link" || name === "image";
    if (!name) lost.add(`${key} of chapters is not kept.`);
    else if (value === null) continue;
    else if (isAddress && typeof value === "string" && value !== "" && !isWebAddress(value.trim()))
      lost.add(`${key} of chapters is not kept where it is no address of the web.`);
    else if (name === "title" && typeof value === "string" && [...value].length > maxChapterTitle) {
      said.title = cutText(value, maxChapterTitle);
      lost.add(`Titles of chapters are cut after ${maxChapterTitle} characters.`);
    } else said[name] = value;
  }
  return said as unknown as SaidChapter;
};

/** The chapters as the service shows them, in order, or what it would refuse. */
export const checkedChapters = (
  said: readonly SaidChapter[],
): { readonly chapters: Chapters } | { readonly problems: readonly LineProblem[] } => {
  const sent = said.map(({ line: _, ...chapter }) => chapter);
  const parsed = sentChapters().safeParse(sent);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => {
      const [index, member] = path;
      const place = said[Number(index)];
      return {
        line: place?.line ?? said[0]?.line ?? 1,
        message: member ? `${String(member)}: ${message}` : message,
      };
    });
    return { problems };
  }
  const chapters = parsed.data.map(({ start, title, link = "", image = "" }) => ({
    ...{ start, title, link, image },
  }));
  const starts = new Set<number>();
  const problems = chapters.flatMap(({ start }, index) => {
    if (!starts.has(start)) {
      starts.add(start);
      return [];
    }
    return [{ line: certain(said[index]).line, message: "Another chapter begins at this time." }];
  });
  return problems.length > 0
    ? { problems }
    : { chapters: chapters.sort((one, other) => one.start - other.start) };
};
