import { stringify } from "yaml";
import { chapterTime } from "#lib/media/chapters.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { bodyText, type FolderBody } from "./body-text.ts";

/** The front matter, with the keys of `lectern publish`. Files are relative to the Markdown file. */
export interface FolderFields {
  /** `page` for a page that is no post. */
  readonly type?: "page" | undefined;
  readonly title: string;
  readonly slug?: string | undefined;
  /** An instant or a day. */
  readonly date?: string | undefined;
  /** The instant at which it is published, if that is another. */
  readonly publishDate?: string | undefined;
  readonly id?: number | undefined;
  readonly draft?: boolean | undefined;
  readonly summary?: string | undefined;
  readonly seo_title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Slugs, like `authors`. */
  readonly categories?: readonly string[] | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly guid?: string | undefined;
  readonly cover?: string | undefined;
  readonly cover_alt?: string | undefined;
  /** One audio, in each of its formats. */
  readonly audio?: string | readonly string[] | undefined;
  readonly transcript?: string | undefined;
  readonly chapters?: readonly FolderChapter[] | string | undefined;
  readonly soundbites?: readonly FolderSoundbite[] | undefined;
  readonly season?: number | undefined;
  readonly episode?: number | undefined;
  readonly episode_type?: string | undefined;
  readonly explicit?: boolean | "clean" | undefined;
  readonly keywords?: string | undefined;
  readonly block?: boolean | undefined;
  /** A language tag. */
  readonly language?: string | undefined;
  /** The id of the page that it translates. */
  readonly translation_of?: number | undefined;
  /** True for a page in the menu. */
  readonly menu?: boolean | undefined;
}

export interface FolderChapter {
  /** The start, such as `00:01:30`. */
  readonly start: string;
  readonly title: string;
  readonly link?: string;
  readonly image?: string;
}

export interface FolderSoundbite {
  /** The start, such as `00:01:30`. */
  readonly start: string;
  /** In seconds. */
  readonly duration: number;
  readonly title?: string;
}

/** A soundbite of the editor API as a file has it. */
export const folderSoundbite = ({
  start,
  duration,
  title,
}: Readonly<Record<"start" | "duration", number> & Record<"title", string>>): FolderSoundbite => ({
  ...{ start: chapterTime(start), duration },
  ...(title !== "" && { title }),
});

/**
 * The Markdown file of a post or episode: front matter with the keys that say something, and its blocks.
 * `lectern publish` reads the same from it.
 */
export const postText = (
  fields: FolderFields,
  body: FolderBody,
  features?: readonly RichTextFeature[],
  writeBody = bodyText,
): string => {
  const said = Object.entries(fields).filter(([key, value]) => saysSomething(key, value));
  const text = writeBody(body, features);
  return `---\n${stringify(Object.fromEntries(said), { lineWidth: 0 })}---\n${text === "" ? "" : `\n${text}`}`;
};

/** A file that leaves a key out says an empty text or list, and no draft. */
const saysSomething = (key: string, value: unknown): boolean =>
  value !== undefined &&
  value !== "" &&
  !(key === "draft" && value === false) &&
  !(Array.isArray(value) && value.length === 0);
