import { basename, dirname, extname, resolve, sep } from "node:path";
import * as z from "zod/mini";
import type { MediaInText } from "#cli/publish/body/body-part.ts";
import { readText } from "#cli/publish/body/read-text.ts";
import type { FilesOfPost } from "#cli/publish/media/files-of-post.ts";
import { type KeysOfMedia, readKeysOfMedia } from "#cli/publish/media/media-keys.ts";
import { isCalendarDay, parseInstant } from "#lib/instant.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { newPost, newStandalonePage } from "#lib/routes/editor-post-shapes.ts";
import { keyByField, plainOfPages, plainOfPosts } from "./file-fields.ts";
import type { FrontMatter, FrontMatterField, LinedText, LineProblem } from "./front-matter.ts";
import { type Positions, problemsInFile } from "./problems.ts";
import { parseFrontMatter } from "./split-front-matter.ts";
import { usualKeys } from "./usual-keys.ts";
import { latest, type Visibility } from "./visibility.ts";
import type { Origin, PostFile } from "./walk.ts";

/** The API's rules for the fields that a file can set. */
const postFields = z.required(z.pick(newPost, plainOfPosts), {
  slug: true,
  tags: true,
  search_description: true,
});

/** A file of a page has what it has not empty. */
const pageFields = z.extend(postFields, z.pick(newStandalonePage, plainOfPages).shape);

export interface PostSource extends PostFile, Pick<Visibility, "isDraft" | "publishAt"> {
  /** The page's id, if the file names it. */
  readonly id: number | undefined;
  /** True for a page that is no post, such as an imprint: it has no day, tags, categories and authors. */
  readonly isPage: boolean;
  /** The post as the service reads it: dates are instants in UTC, texts are trimmed, tags do not repeat. */
  readonly post: z.output<typeof pageFields>;
  /** The Markdown below the front matter, and the line on which it begins. */
  readonly body: string;
  readonly bodyLine: number;
  /** The files that the text names. */
  readonly mediaInText: readonly MediaInText[];
  readonly mediaKeys: KeysOfMedia;
  readonly files: FilesOfPost;
  /** Slugs of categories, where the API takes ids. */
  readonly categories: readonly LinedText[];
  readonly positions: Positions;
  /** Warnings of keys that mean nothing. */
  readonly warnings: readonly LineProblem[];
  /** Keys that belong to other tools. */
  readonly others: readonly string[];
}

/** What is wrong with a file, and the files that it names, which may be wrong too. */
export interface RefusedSource extends Pick<PostSource, "mediaKeys" | "mediaInText" | "id"> {
  readonly problems: readonly LineProblem[];
  /** The slug that it says, or that its name gives it. */
  readonly slug: string;
}

/**
 * The post in a Markdown file, or its problems; the files that it names are not looked at. By default, `slug`
 * is the file's name without a leading date and extension, and that of its folder for `index.md`; `date` is a
 * day (midnight UTC) or an instant, by default the date in the name; `categories` are slugs. Files below
 * `_drafts` are drafts, as for Jekyll, and a date to come in the name hides the post until then, unless the
 * file says another one. `shared` are keys that its folder says for all of its posts.
 */
export const readPostSource = (
  file: string,
  text: string,
  origin?: Origin,
  now = Date.now(),
  shared?: FrontMatter["fields"],
): PostSource | RefusedSource => {
  const read = parseFrontMatter(text);
  const { slug } = defaults(file, origin);
  const day = dayInName(file);
  if ("problem" in read)
    return { problems: [read.problem], id: undefined, slug, mediaKeys: { episode: {} }, mediaInText: [] };
  const isOfJekyll = isBelow(file, origin, ["_posts", "_drafts"]);
  const {
    matter,
    warnings,
    others,
    coverKey,
    isPage,
    problems: wrongKeys,
    ...visibility
  } = usualKeys(read, now, isOfJekyll, shared);
  const isDraft = visibility.isDraft || isBelow(file, origin, ["_drafts"]);
  const shownDay = isPage ? undefined : (visibility.publishAt ?? day);
  const parsed = (isPage ? pageFields : postFields).safeParse({
    ...defaults(file, origin),
    ...(shownDay !== undefined && { visible_date: shownDay }),
    ...valuesIn(matter),
  });
  const categories = categoriesIn(matter);
  const positions = positionsIn(matter);
  const own = ownKeys(matter);
  const { keys: mediaKeys, problems: wrongMediaKeys } = readKeysOfMedia(matter, coverKey);
  const {
    overview = [],
    detail,
    problems: wrongText,
  } = readText(matter.body, matter.bodyLine, {
    features: defaultFeatures,
    isMdx: isMdx(file),
  });
  const problems = [
    ...wrongKeys,
    ...own.problems,
    ...wrongMediaKeys,
    ...problemsInFile(positions, [
      ...(parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })),
      ...(categories ? [] : [{ path: "categories", message: "Expected a list." }]),
    ]),
    // Faults that no other rich-text features would solve.
    ...wrongText,
  ];
  const mediaInText = [...overview, ...detail].flatMap(({ media }) => media);
  if (!parsed.success || !categories || problems.length > 0)
    return {
      ...{ problems: problems.sort(byLine), mediaKeys, mediaInText, id: own.id },
      slug: matter.fields.get("slug")?.text ?? slug,
    };
  const { id } = own;
  const { body, bodyLine } = matter;
  // A day in the file's name that is past hides nothing, so that a schedule that somebody has made stays.
  const ownDate = matter.fields.has("date") ? parsed.data.visible_date : undefined;
  const dayToCome = day !== undefined && Date.parse(day) > now ? day : undefined;
  const publishAt = latest([visibility.publishAt, ownDate]) ?? dayToCome;
  return {
    ...{ file, ...(origin && { origin }), id, isPage, isDraft, publishAt, post: parsed.data, body, bodyLine },
    ...{ mediaInText, mediaKeys, files: noFiles },
    ...{ categories, positions, warnings, others },
  };
};

const noFiles: FilesOfPost = { audio: [], inText: [], warnings: [] };

/** The keys that are no fields of the API. */
const ownKeys = ({ fields }: FrontMatter) => {
  const id = fields.get("id");
  const isId = !id || /^[1-9]\d{0,14}$/.test(id.text ?? "");
  return {
    id: id && isId ? Number(id.text) : undefined,
    problems: isId ? [] : [{ line: id.line, message: "id: The id of a page is required." }],
  };
};

/** Looks only at the folder that was named, and those in it: a checkout may lie anywhere. */
const isBelow = (file: string, origin: Origin | undefined, names: readonly string[]): boolean => {
  const folders = dirname(resolve(file)).split(sep);
  const depth = origin?.path.split("/").length ?? 1;
  return folders.slice(-depth).some((name) => names.includes(name));
};

/** The instant of the day before the name of a file or of its bundle. */
const dayInName = (file: string): string | undefined => {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=[-.]|$)/.exec(ownName(file)) ?? [];
  return day !== undefined && isCalendarDay(day) ? parseInstant(day) : undefined;
};

/** The name of a file without its ending; for `first-ice/index.md` that of its folder. */
const ownName = (file: string, origin?: Origin): string => {
  const name = basename(file, extname(file));
  const [, language] = /^index(?:\.([a-z]{2}(?:-[a-z]{2,4})?))?$/i.exec(name) ?? [];
  const isBundle = /^index(?:\.|$)/i.test(name) && (language !== undefined || name.toLowerCase() === "index");
  const folder = basename(dirname(resolve(file)));
  // The folder that was named is no bundle.
  if (!isBundle || (origin && !origin.path.includes("/"))) return name;
  return language === undefined ? folder : `${folder}.${language}`;
};

/** True for a file of Markdown with components. */
export const isMdx = (file: string): boolean => /\.mdx$/i.test(file);

const byLine = (one: LineProblem, other: LineProblem): number => one.line - other.line;

const defaults = (file: string, origin: Origin | undefined) => ({
  slug: slugIn(ownName(file, origin)),
  tags: [],
  search_description: "",
});

/** The name without a date before it; `first-ice.fr` of a translation is `first-ice-fr`. */
const slugIn = (name: string): string =>
  name.replace(/^\d{4}-\d{2}-\d{2}-/, "").replace(/\.([a-z]{2}(?:-[a-z]{2,4})?)$/i, "-$1");

const valuesIn = ({ fields }: FrontMatter): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [name, key] of keyByField) {
    const field = fields.get(key);
    if (field) values[name] = readValue(field);
  }
  return values;
};

const readValue = ({ text, items }: FrontMatterField): unknown => {
  // A value that is neither text nor list is read as an object, which is refused.
  return text ?? items?.map((item) => item.text) ?? {};
};

/** The categories; undefined if they are not a list. */
const categoriesIn = ({ fields }: FrontMatter): readonly LinedText[] | undefined => {
  const field = fields.get("categories");
  return field ? field.items : [];
};

const positionsIn = ({ fields }: FrontMatter): Positions => {
  const lines = new Map<string, number>();
  for (const [name, key] of keyByField) {
    const field = fields.get(key);
    if (field) lines.set(name, field.line);
    for (const [index, item] of (field?.items ?? []).entries()) lines.set(`${name}.${index}`, item.line);
  }
  const id = fields.get("id");
  if (id) lines.set("id", id.line);
  return { lines };
};
