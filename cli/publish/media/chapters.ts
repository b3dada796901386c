import { counted } from "#cli/output.ts";
import type { LineProblem } from "#cli/publish/front-matter.ts";
import { certain } from "#lib/certain.ts";
import { chapterSeconds } from "#lib/media/chapters.ts";
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
  for (const [index, line] of text.split("\n").entries()) {
    const chapter = chapterInLine(line, index + 1);
    if (chapter) chapters.push(chapter);
    else if (line.trim() !== "")
      problems.push({ line: index + 1, message: "Expected a time and a title, such as 00:01:02 The ice." });
  }
  return { chapters, problems, losses: [] };
};

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
  const list = (document as { chapters?: unknown }).chapters;
  if (!Array.isArray(list)) return wrong('Expected an object such as {"chapters": []}.');
  const lost = new Set<string>();
  // A title is optional in JSON chapters, where one without it often only shows a picture.
  const isTitled = (each: unknown): boolean => {
    const { title } = (each ?? {}) as { readonly title?: unknown };
    return !(title === undefined || title === null || (typeof title === "string" && title.trim() === ""));
  };
  const untitled = list.filter((each) => !isTitled(each)).length;
  const chapters = list.filter(isTitled).map((each: unknown): SaidChapter => {
    const entries = Object.entries((each ?? {}) as object);
    for (const [key] of entries) if (!Object.hasOwn(names, key)) lost.add(key);
    const said = entries.flatMap(([key, value]) =>
      Object.hasOwn(names, key) ? [[certain(names[key]), value]] : [],
    );
    return { start: "", title: "", ...Object.fromEntries(said), line: 1 };
  });
  const losses = [...lost].map((key) => `${key} of chapters is not kept.`);
  if (untitled > 0) losses.push(`${counted(untitled, "chapter")} without a title: left out.`);
  return { chapters, problems: [], losses };
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
