import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FolderFields, postText } from "#cli/folder/post-text.ts";
import { parseInstant } from "#lib/instant.ts";
import { isSlug, slugFromTitle } from "#lib/pages/slug.ts";
import { PlainError } from "#local/plain-error.ts";
import { commaSeparated, parseArguments } from "./arguments.ts";
import { printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const postOptions = {
  in: { type: "string", default: "posts" },
  date: { type: "string" },
  slug: { type: "string" },
  tags: { type: "string" },
  draft: { type: "boolean", default: false },
} as const;

const pageOptions = {
  in: { type: "string", default: "posts" },
  slug: { type: "string" },
  menu: { type: "boolean", default: false },
  draft: { type: "boolean", default: false },
} as const;

const episodeOptions = {
  ...postOptions,
  audio: { type: "string" },
  season: { type: "string" },
  episode: { type: "string" },
} as const;

/** `lectern new post`: writes a file for a post, with its front matter, and prints the path. */
export const newPostFile: RunCommand = async (args, { stdout }) => {
  const { TITLE, ...options } = parseArguments(args, postOptions, ["TITLE"]);
  printLines(stdout, [await writePost(TITLE, options, {})]);
  return 0;
};

/** `lectern new page`: the same for a page that is no post, such as an imprint. */
export const newPageFile: RunCommand = async (args, { stdout }) => {
  const { TITLE, menu, ...options } = parseArguments(args, pageOptions, ["TITLE"]);
  printLines(stdout, [await writePage(TITLE, options, menu)]);
  return 0;
};

/** `lectern new episode`: the same for an episode, which has a recording. */
export const newEpisodeFile: RunCommand = async (args, { stdout }) => {
  const { TITLE, audio, season, episode, ...options } = parseArguments(args, episodeOptions, ["TITLE"]);
  if (!audio) throw new UsageError("--audio is missing: the recording, as a path from the folder");
  const fields = { audio, season: numberIn("--season", season), episode: numberIn("--episode", episode) };
  printLines(stdout, [await writePost(TITLE, options, fields)]);
  return 0;
};

interface PostOptions {
  readonly in: string;
  readonly date?: string;
  readonly slug?: string;
  readonly tags?: string;
  readonly draft: boolean;
}

const titleIn = (written: string): string => {
  const title = written.trim();
  if (title === "") throw new UsageError("The title is empty");
  return title;
};

const writePost = async (
  written: string,
  { in: folder, date, slug: chosen, tags, draft }: PostOptions,
  more: Partial<FolderFields>,
): Promise<string> => {
  const title = titleIn(written);
  const instant = date === undefined ? new Date().toISOString() : parseInstant(date);
  if (instant === undefined)
    throw new UsageError("--date: expected a day or an instant, such as 2030-01-02 or 2030-01-02T08:00Z");
  // The slug is that of the file's name, without the day.
  const file = join(folder, `${instant.slice(0, 10)}-${slugFor(title, chosen)}.md`);
  const fields = {
    title,
    date: date ?? instant.slice(0, 10),
    tags: commaSeparated(tags ?? ""),
    draft,
    ...more,
  };
  return writeNew(folder, file, fields);
};

const writePage = (
  written: string,
  { in: folder, slug, draft }: Pick<PostOptions, "in" | "slug" | "draft">,
  menu: boolean,
): Promise<string> => {
  const title = titleIn(written);
  const file = join(folder, `${slugFor(title, slug)}.md`);
  return writeNew(folder, file, { type: "page", title, draft, ...(menu && { menu }) });
};

const slugFor = (title: string, chosen: string | undefined): string => {
  const slug = chosen ?? slugFromTitle(title);
  if (isSlug(slug)) return slug;
  throw new UsageError(
    chosen === undefined
      ? "The title has no letters for a slug: give one with --slug"
      : `--slug: '${chosen}' has other characters than letters, digits, - and _`,
  );
};

const writeNew = async (folder: string, file: string, fields: FolderFields): Promise<string> => {
  await mkdir(folder, { recursive: true }).catch(refuse(folder));
  await writeFile(file, postText(fields, { overview: [], detail: [] }), { flag: "wx" }).catch(refuse(file));
  return file;
};

const numberIn = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`${option}: expected a whole number from 1`);
  return Number(text);
};

const refuse =
  (path: string) =>
  ({ code, message }: NodeJS.ErrnoException): never => {
    if (code === "EEXIST") throw new PlainError(`${path} is there already; nothing was written.`);
    if (code === "ENAMETOOLONG") throw new UsageError("The name of the file is too long: give a --slug");
    throw new PlainError(`${path} cannot be written: ${message}.`);
  };
