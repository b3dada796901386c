import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Imported } from "#importers/imported.ts";
import {
  audioFormat,
  audioFormats,
  isBundleIndex,
  saysVisibility,
  sharedMatterIn,
  UsageError,
  withShared,
} from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { Names } from "#importers/reading/texts.ts";
import type { Generator, StaticPost } from "./generator.ts";
import { importedPostOf, linkNames, type StaticSite } from "./imported-post.ts";
import { parseStaticPost } from "./parse-post.ts";
import { filesOfSite, noteUnread, readSettings } from "./site-folder.ts";
import { valueText } from "./values.ts";

/** Reads the folder of a static site. `site` is its address, if its settings do not say it. */
export const readStaticFolder = async (
  folder: string,
  generator: Generator,
  site: string | undefined,
): Promise<Imported> => {
  const root = await realpath(folder).catch(() => undefined);
  if (!root || !(await stat(root)).isDirectory()) throw new UsageError(`${folder} is not a folder`);
  const notes: ImportNote[] = [];
  const settings = await readSettings(root, generator, notes);
  await noteUnread(root, generator, notes);
  const files = await filesOfSite(root, "", notes, generator.skipped);
  const matter = await generator.readSite?.({
    files,
    textOf: (path) => readFile(join(root, path), "utf8").catch(() => undefined),
    noteUnread: (path, why) => new NotePlace(notes, path).note("unread", `${path}: ${why}`),
  });
  const config = { ...settings, ...matter?.settings };
  const [posts, indexes]: [StaticPost[], StaticPost[]] = [[], []];
  const folders = generator.postsIn(config, files).toSorted((one, other) => other.length - one.length);
  const bundles = generator.kind === "hugo" ? bundlesIn(files, folders) : [];
  for (const path of files) {
    const place = new NotePlace(notes, path, 1, path);
    const below = folders.find((name) => path.startsWith(`${name}/`));
    if (!/\.(?:mdx?|markdown|mkdown|mkdn|mkd)$/i.test(path)) {
      if (below !== undefined && otherTexts.test(path)) place.note("post_type", path);
      continue;
    }
    const isIndex = basename(path).startsWith("_index.");
    const language = below === undefined ? undefined : generator.languageOf?.(path, below, config);
    const isAboutFolder = /(?:^|\/)(?:README|LICENSE)\./i.test(path);
    // Everybody has these files at the top; among posts they are told.
    if (isAboutFolder ? below !== undefined : below === undefined || isIndex) place.note("post_type", path);
    if (below === undefined || isAboutFolder) continue;
    const isList = generator.readSite && /^index\.\w+$/.test(path.slice(below.length + 1));
    if (isList || generator.isNoPost?.(path) || isBesideIndex(path, bundles)) {
      place.note("post_type", path);
      continue;
    }
    const text = await readFile(join(root, path), "utf8");
    const post = parseStaticPost({ path, below, language }, text, place);
    if (post) (isIndex ? indexes : posts).push(post);
  }
  if (posts.length === 0) {
    const places = folders.length === 0 ? usualPlaces : folders.toReversed().join(" or ");
    throw new UsageError(`${folder} has no Markdown in ${places}`);
  }
  const address = (site ?? (valueText(config.baseURL) || valueText(config.url) || undefined))?.replace(
    /\/+$/,
    "",
  );
  const { kind } = generator;
  const shared =
    matter?.shared ??
    (kind === "hugo" || kind === "jekyll" ? sharedMatterIn(kind, config, indexes, isShared) : []);
  const withMatter = posts.map((post) => ({ ...post, values: withShared(post.path, post.values, shared) }));
  const context: StaticSite = {
    root,
    generator,
    config,
    address,
    notes,
    authors: new Names(),
    categories: new Names(),
    files: new Set(files),
    paths: new Map(
      withMatter.flatMap((post) => {
        const path = generator.pathOf(post, config);
        return path === undefined ? [] : linkNames(post).map((name) => [name, path] as const);
      }),
    ),
  };
  const imported = withMatter.map((post) => importedPostOf(post, context, matter?.tagsOf(post.path)));
  return {
    site: {
      title: valueText(config.title) || basename(root),
      description: valueText(config.description),
      address,
      isPodcast: false,
      feedPaths: [generator.feedPath],
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

/** The folders of Hugo that are one page, with an `index.md`. */
const bundlesIn = (files: readonly string[], folders: readonly string[]): readonly string[] =>
  files
    .filter((path) => isBundleIndex(basename(path)))
    .map((path) => dirname(path))
    .filter((folder) => folders.some((name) => folder.startsWith(`${name}/`)));

/** True for what belongs to the page of a bundle, and is no page. */
const isBesideIndex = (path: string, bundles: readonly string[]): boolean =>
  bundles.some(
    (folder) => path.startsWith(`${folder}/`) && !(dirname(path) === folder && isBundleIndex(basename(path))),
  );

/** What the settings of Jekyll and Hugo may say of many posts, and an import reads. */
const isShared = (key: string): boolean =>
  saysVisibility(key) || /^(?:tags?|categor(?:y|ies)|authors?)$/i.test(key);

const usualPlaces = "a folder such as posts, blog or articles";

/** Posts may be written in these too, which nothing here reads. */
const otherTexts = /\.(?:html?|org|adoc|asciidoc|asc|rst|textile|pandoc|pdc|ipynb)$/i;

const audioEndings = audioFormats.flatMap((format) => Object.keys(audioFormat(format).extensions)).join("|");

const mediaNames = new RegExp(
  `\\.(?:jpe?g|png|gif|webp|avif|svg|${audioEndings}|wav|mp4|m4v|webm|mov|pdf|zip)$`,
  "i",
);
