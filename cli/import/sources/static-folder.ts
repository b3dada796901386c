import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, join, sep } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { FolderFile, Imported, ImportedPost } from "#cli/import/imported.ts";
import { type ImportNote, NotePlace } from "#cli/import/notes.ts";
import { instantOf, Names, printedValue } from "#cli/import/reading/texts.ts";
import { percentDecoded } from "#cli/percent-decoded.ts";
import { UsageError } from "#cli/usage-error.ts";
import { slugFromTitle } from "#lib/pages/slug.ts";
import { withoutTemplates } from "./templates.ts";

export type Values = Readonly<Record<string, unknown>>;

/** How a generator of static sites keeps its posts. */
export interface Generator {
  readonly kind: "hugo" | "jekyll";
  readonly configs: readonly string[];
  /** Folders of posts; those of drafts are among them. */
  readonly posts: readonly string[];
  /** Folders whose files are at the root of the site. */
  readonly statics: readonly string[];
  /** The path at which a post was. */
  readonly pathOf: (post: StaticPost, config: Values) => string;
  /** What the generator's feed called a post at a path. */
  readonly guidOf: (address: string) => string;
}

export interface StaticPost {
  /** From the site's folder, with slashes. */
  readonly path: string;
  /** Of the file, or of its folder for an `index.md`, without extension and date. */
  readonly name: string;
  /** The folder in the folder of posts. */
  readonly section: string;
  readonly date: string | undefined;
  readonly values: Values;
  readonly body: string;
  readonly bodyLine: number;
}

/** Reads the folder of a static site. `site` is its address, if its settings do not say it. */
export const readStaticFolder = async (
  folder: string,
  generator: Generator,
  site: string | undefined,
): Promise<Imported> => {
  const root = await realpath(folder).catch(() => undefined);
  if (!root || !(await stat(root)).isDirectory()) throw new UsageError(`${folder} is not a folder`);
  const notes: ImportNote[] = [];
  const config = await readConfig(root, generator.configs);
  const files = await filesBelow(root, "", notes);
  const posts: StaticPost[] = [];
  for (const path of files) {
    const place = new NotePlace(notes, path, 1, path);
    const below = generator.posts.find((name) => path.startsWith(`${name}/`));
    if (!/\.(?:md|markdown|mkdown|mkdn|mkd)$/i.test(path)) {
      if (below !== undefined && otherTexts.test(path)) place.note("post_type", path);
      continue;
    }
    if (below === undefined || basename(path).startsWith("_index.")) {
      if (!/(?:^|\/)(?:README|LICENSE)\./i.test(path)) place.note("post_type", path);
      continue;
    }
    const post = parsePost(path, below, await readFile(join(root, path), "utf8"), place);
    if (post) posts.push(post);
  }
  if (posts.length === 0)
    throw new UsageError(`${folder} has no Markdown in ${generator.posts.join(" or ")}`);
  const address = (site ?? (textOf(config.baseURL) || textOf(config.url) || undefined))?.replace(/\/+$/, "");
  const context: Site = {
    root,
    generator,
    config,
    address,
    notes,
    authors: new Names(),
    categories: new Names(),
    files: new Set(files),
    paths: new Map(
      posts.flatMap((post) => linkNames(post).map((name) => [name, generator.pathOf(post, config)])),
    ),
  };
  const imported = posts.map((post) => postOf(post, context));
  return {
    site: {
      title: textOf(config.title) || basename(root),
      description: textOf(config.description),
      address,
      isPodcast: false,
      feedPaths: generator.kind === "hugo" ? ["/index.xml"] : ["/feed.xml"],
      categories: context.categories.all,
      authors: context.authors.all,
      seasons: [],
    },
    posts: imported,
    notes,
    attachments: files
      .filter((path) => mediaNames.test(path))
      .map((path) => ({ address: `/${path}`, place: new NotePlace(notes, path) })),
  };
};

/** Posts may be written in these too, which nothing here reads. */
const otherTexts = /\.(?:html?|org|adoc|asciidoc|asc|rst|textile|pandoc|pdc|ipynb)$/i;

const mediaNames = /\.(?:jpe?g|png|gif|webp|avif|svg|mp3|m4a|og[ga]|opus|wav|mp4|m4v|webm|mov|pdf|zip)$/i;

interface Site {
  readonly root: string;
  readonly generator: Generator;
  readonly config: Values;
  readonly address: string | undefined;
  readonly notes: ImportNote[];
  readonly authors: Names;
  readonly categories: Names;
  readonly files: ReadonlySet<string>;
  /** Where posts were, by the names that templates have for them. */
  readonly paths: ReadonlyMap<string, string>;
}

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
};

const textsOf = (value: unknown, separator: RegExp): string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(separator))
    .map((text) => text.trim())
    .filter((text) => text !== "");

const readConfig = async (root: string, names: readonly string[]): Promise<Values> => {
  for (const name of names) {
    const text = await readFile(join(root, name), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    try {
      const read: unknown = name.endsWith(".toml") ? parseToml(text) : parseYaml(text);
      if (typeof read === "object" && read !== null) return read as Values;
    } catch (error) {
      throw new UsageError(`${name}: ${(error as Error).message}`);
    }
  }
  return {};
};

const skipped = new Set(
  "node_modules public resources themes layouts _site _layouts _includes _sass vendor archetypes".split(" "),
);

/** Real files, from the root with slashes. Links are named and not followed. */
const filesBelow = async (root: string, prefix: string, notes: ImportNote[]): Promise<string[]> => {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${prefix}${entry.name}`;
    if (entry.name.startsWith(".") || (prefix === "" && skipped.has(entry.name))) continue;
    if (entry.isSymbolicLink()) new NotePlace(notes, path).note("media", `${path}: a link`);
    else if (entry.isDirectory()) found.push(...(await filesBelow(root, `${path}/`, notes)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
};

const parsePost = (path: string, below: string, text: string, place: NotePlace): StaticPost | undefined => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const [first = ""] = lines;
  const [fence = "", end] = frontMatterEnd(lines);
  const unread = (why: string) => place.note("post_type", `front matter that cannot be read: ${why}`);
  if (end < 0) return void unread(`it begins with ${first.trim()} and does not end`);
  let values: unknown = {};
  try {
    if (end > 0)
      values =
        fence === "}"
          ? JSON.parse(lines.slice(0, end + 1).join("\n"))
          : parseFrontMatter(fence, lines.slice(1, end).join("\n"));
  } catch (error) {
    return void unread((error as Error).message);
  }
  if (typeof values !== "object" || Array.isArray(values)) return void unread("it has no fields");
  const stem = basename(path, extname(path));
  const own = stem === "index" ? basename(dirname(path)) : stem;
  const inside = path
    .slice(below.length + 1)
    .split("/")
    .slice(0, stem === "index" ? -2 : -1);
  return {
    path,
    name: own.replace(/^\d{4}-\d{2}-\d{2}-/, ""),
    section: inside.join("/"),
    date: /^\d{4}-\d{2}-\d{2}(?=-)/.exec(own)?.[0],
    values: values as Values,
    body: lines.slice(end > 0 ? end + 1 : 0).join("\n"),
    bodyLine: end > 0 ? end + 2 : 1,
  };
};

/** The line that ends front matter, and its number; 0 without front matter, and -1 if nothing ends it. */
const frontMatterEnd = (lines: readonly string[]): [fence: string, end: number] => {
  const first = lines[0]?.trim() ?? "";
  const fence = /^(?:---|\+\+\+)$/.test(first) ? first : first === "{" ? "}" : undefined;
  if (fence === undefined) return ["", 0];
  // The end of an object stands at its line's beginning, also where objects in it end.
  const isEnd = (line: string) => line === fence || (fence === "---" && line === "...");
  return [fence, lines.findIndex((line, index) => index > 0 && isEnd(line.trimEnd()))];
};

const parseFrontMatter = (fence: string, text: string): unknown =>
  (fence === "+++" ? parseToml(text) : parseYaml(text)) ?? {};

const linkNames = ({ path, name }: StaticPost): string[] => {
  const stem = path.replace(/\.\w+$/, "");
  return [path, stem, basename(path), basename(stem), name].map((each) => each.replace(/\/index$/, ""));
};

/** Keys that are read, or that say nothing of the content. */
const ownKeys = new Set(
  "title date publishDate pubdate draft published description summary excerpt tags tag categories category author authors aliases redirect_from slug url permalink image images cover cover_alt featured_image featureimage thumbnail lastmod last_modified_at layout guid".split(
    " ",
  ),
);

const postOf = (post: StaticPost, site: Site): ImportedPost => {
  const { values, path, name } = post;
  const { generator, config, address, authors, categories } = site;
  const title = textOf(values.title) || name.replace(/[-_]+/g, " ");
  const place = new NotePlace(site.notes, path, 1, title);
  for (const [key, value] of Object.entries(values))
    if (!ownKeys.has(key)) place.note("field", `${key}: ${textOf(value) || printedValue(value)}`);
  const [summary, ...otherSummaries] = ["description", "summary", "excerpt"].filter(
    (key) => textOf(values[key]) !== "",
  );
  for (const key of otherSummaries)
    if (textOf(values[key]) !== textOf(values[summary!]))
      place.note("field", `${key}: ${textOf(values[key])}`);
  const {
    image: _,
    path: __,
    src: ___,
    alt,
    ...otherCover
  } = (typeof values.cover === "object" && values.cover !== null ? values.cover : {}) as Values;
  for (const [key, value] of Object.entries(otherCover))
    place.note("field", `cover.${key}: ${textOf(value) || printedValue(value)}`);
  if (Array.isArray(values.images))
    for (const each of values.images.slice(1)) place.note("field", `images: ${printedValue(each)}`);
  const oldPath = generator.pathOf(post, config);
  const wholePath = (address ?? "http://localhost") + oldPath;
  const lists = generator.kind === "jekyll" ? /[,\s]+/ : /,/;
  const named = [...textsOf(values.categories, lists), ...textsOf(values.category, /,/)];
  const isDraft = values.draft === true || values.published === false || path.startsWith("_drafts/");
  if (isDraft) place.note("status", "draft");
  const date = textOf(values.publishDate) || textOf(values.date) || post.date;
  const bodyPlace = place.at(post.bodyLine);
  return {
    place,
    identity: path,
    slug: textOf(values.slug) || name,
    fallbackSlug: slugFromTitle(title) || "post",
    addresses: [wholePath, ...textsOf(values.aliases, /,/), ...textsOf(values.redirect_from, /,/)].map(
      (each) => (URL.canParse(each, wholePath) ? new URL(each, wholePath).href : each),
    ),
    fields: {
      title,
      date: date ? instantOf(date, place) : undefined,
      draft: isDraft,
      summary: summary && textOf(values[summary]),
      tags: [...new Set([...textsOf(values.tags, lists), ...textsOf(values.tag, /,/)])].map((tag) =>
        tag.slice(0, 100),
      ),
      categories: [...new Set(named.map((each) => categories.slugOf(each)))],
      authors: [...textsOf(values.author, /,/), ...textsOf(values.authors, /,/)].map((each) =>
        authors.slugOf(each),
      ),
      guid: textOf(values.guid) || (address ? generator.guidOf(wholePath) : undefined),
      cover_alt: textOf(values.cover_alt) || textOf(alt) || undefined,
    },
    body: {
      kind: "markdown",
      text: withoutTemplates(post.body, {
        kind: generator.kind,
        place: bodyPlace,
        pathOf: (target) =>
          site.paths.get(target.replace(/^\/+|[/#].*$/g, "")) ?? site.paths.get(target.replace(/^\/+/, "")),
      }),
      place: bodyPlace,
      resolve: (picture) => fileOf(picture, post, site),
    },
    files: { cover: coverOf(post, site) },
  };
};

const coverOf = (post: StaticPost, site: Site): FolderFile | string | undefined => {
  const { image, images, cover, featured_image, featureimage, thumbnail } = post.values;
  const candidates = [
    cover,
    featured_image,
    featureimage,
    image,
    Array.isArray(images) ? images[0] : images,
    thumbnail,
  ];
  const texts = candidates.map((each) =>
    typeof each === "object" && each !== null
      ? textOf((each as Values).image ?? (each as Values).path ?? (each as Values).src)
      : textOf(each),
  );
  const first = texts.find((text) => text !== "");
  return first === undefined ? undefined : (fileOf(first, post, site) ?? first);
};

/** The file that an address in a post means: beside it, or at the root; never one out of the folder. */
const fileOf = (
  address: string,
  { path }: StaticPost,
  { root, generator, files, address: site }: Site,
): FolderFile | string | undefined => {
  const here = site !== undefined && address.startsWith(`${site}/`) ? address.slice(site.length) : address;
  if (/^(?:https?:)?\/\//i.test(here)) return here.startsWith("//") ? `https:${here}` : here;
  const clean = percentDecoded(here.replace(/[?#].*$/, ""));
  const beside = clean.startsWith("/") ? [] : [join(dirname(path), clean), clean];
  const atRoot = clean.replace(/^\/+/, "");
  const names = [...beside, ...generator.statics.map((name) => join(name, atRoot))].map((name) =>
    name.split(sep).join("/"),
  );
  const found = names.find((name) => files.has(name));
  return found === undefined ? undefined : { path: join(root, found), name: found };
};
