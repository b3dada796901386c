import { basename, dirname, join, sep } from "node:path";
import type { FolderFile, ImportedPost } from "#importers/imported.ts";
import {
  embedAt,
  isTimeOfChange,
  isTimeOfFile,
  latest,
  percentDecoded,
  plainSource,
  saysVisibility,
  slugFromTitle,
  visibilityIn,
} from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { instantOf, type Names, printedValue } from "#importers/reading/texts.ts";
import { certain } from "../../lectern.ts";
import type { Generator, StaticPost } from "./generator.ts";
import { withoutTemplates } from "./templates.ts";
import { frontMatterOf, isOwnKey, type Values, valueText, valueTexts } from "./values.ts";

/** What the posts of a folder have in common. */
export interface StaticSite {
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

/** The names by which templates may mean a post. */
export const linkNames = ({ path, name }: StaticPost): string[] => {
  const stem = path.replace(/\.\w+$/, "");
  return [path, stem, basename(path), basename(stem), name].map((each) => each.replace(/\/index$/, ""));
};

export const importedPostOf = (
  post: StaticPost,
  site: StaticSite,
  folderTags: readonly string[] = [],
): ImportedPost => {
  const { values, path, name } = post;
  const { generator, config, address, authors, categories } = site;
  const title = valueText(values.title) || name.replace(/[-_]+/g, " ");
  const place = new NotePlace(site.notes, path, 1, title);
  for (const [key, value] of Object.entries(values))
    if (!isOwnKey(key) && !saysVisibility(key) && !isTimeOfChange(key))
      place.note("field", `${key}: ${valueText(value) || printedValue(value)}`);
  const [summary, ...otherSummaries] = ["description", "summary", "excerpt"].filter(
    (key) => valueText(values[key]) !== "",
  );
  for (const key of otherSummaries)
    if (valueText(values[key]) !== valueText(values[certain(summary)]))
      place.note("field", `${key}: ${valueText(values[key])}`);
  const {
    image: _,
    path: __,
    src: ___,
    alt,
    ...otherCover
  } = (typeof values.cover === "object" && values.cover !== null ? values.cover : {}) as Values;
  for (const [key, value] of Object.entries(otherCover))
    place.note("field", `cover.${key}: ${valueText(value) || printedValue(value)}`);
  if (Array.isArray(values.images))
    for (const each of values.images.slice(1)) place.note("field", `images: ${printedValue(each)}`);
  const oldPath = generator.pathOf(post, config);
  if (oldPath === undefined) place.note("alias", `permalink: ${valueText(values.permalink)}`);
  const wholePath = (address ?? "http://localhost") + (oldPath ?? `/${slugFromTitle(name)}/`);
  const lists = generator.tagSeparator ?? /,/;
  const tags = [...folderTags, ...valueTexts(values.tags, lists), ...valueTexts(values.tag, /,/)];
  const listedIn = tags.filter((tag) => generator.collectionTags?.has(tag.toLowerCase()));
  if (listedIn.length > 0) place.note("collection", [...new Set(listedIn)].join(", "));
  const named = [...valueTexts(values.categories, lists), ...valueTexts(values.category, /,/)];
  const isFileTime = isTimeOfFile(valueText(values.date));
  if (isFileTime) place.note("date", `${valueText(values.date)}: is not kept; the post has no date`);
  const written = (isFileTime ? "" : valueText(values.date)) || post.date;
  const said = written ? instantOf(written, place) : undefined;
  const visibility = visibilityIn(frontMatterOf(values));
  const reasons = [
    ...((visibility.isDraft && visibility.hiding.length === 0) || path.startsWith("_drafts/")
      ? ["draft"]
      : []),
    // What nothing here can do, or cannot be read, must not make a post public.
    ...[...visibility.problems, ...visibility.hiding, ...visibility.ending].map(
      ({ key }) => `draft, because of ${key}`,
    ),
    ...(written && !said ? [`draft, because of its date`] : []),
  ];
  for (const reason of reasons) place.note("status", reason);
  if (post.language !== undefined) place.note("field", `language: ${post.language}`);
  const bodyPlace = place.at(post.bodyLine);
  return {
    place,
    identity: path,
    slug: [valueText(values.slug) || name, ...(post.language === undefined ? [] : [post.language])].join("-"),
    fallbackSlug: slugFromTitle(title) || "post",
    addresses: [
      ...(oldPath === undefined ? [] : [wholePath]),
      ...valueTexts(values.aliases, /,/),
      ...valueTexts(values.redirect_from, /,/),
    ].map((each) => (URL.canParse(each, wholePath) ? new URL(each, wholePath).href : each)),
    fields: {
      title,
      date: latest([said, visibility.publishAt])?.replace(".000Z", "Z"),
      draft: reasons.length > 0,
      summary: summary && valueText(values[summary]),
      tags: tags.filter((tag) => !listedIn.includes(tag)),
      categories: [...new Set(named.map((each) => categories.slugOf(each)))],
      authors: [...valueTexts(values.author, /,/), ...valueTexts(values.authors, /,/)].map((each) =>
        authors.slugOf(each),
      ),
      guid:
        valueText(values.guid) ||
        (address && oldPath !== undefined ? generator.guidOf(wholePath) : undefined),
      cover_alt: valueText(values.cover_alt) || valueText(alt) || undefined,
    },
    body: {
      kind: "markdown",
      text: markdownOf(post, site, bodyPlace),
      place: bodyPlace,
      base: wholePath,
      linksAddresses: generator.linksAddresses(config),
      resolve: (picture) => fileOf(picture, post, site),
    },
    files: { cover: coverOf(post, site) },
  };
};

/** The text as Markdown, and what its templates mean. */
const markdownOf = (
  { path, body, bodyLine }: StaticPost,
  { generator, paths }: StaticSite,
  place: NotePlace,
): string => {
  const { kind } = generator;
  const pathOf = (target: string): string =>
    paths.get(target.replace(/^\/+|[/#].*$/g, "")) ??
    paths.get(target.replace(/^\/+/, "")) ??
    // Jekyll names other files from the root.
    (kind === "jekyll" ? target.replace(/^\/*/, "/") : target);
  if (kind === "hugo" || kind === "jekyll") return withoutTemplates(body, { place, pathOf });
  const { text, notes } = plainSource(body.replace(/\r\n?/g, "\n"), {
    isMdx: /\.mdx$/i.test(path),
    isEmbed: (address) => embedAt(address) !== undefined,
    firstLine: bodyLine,
  });
  for (const { line, message } of notes) place.below(line).note("shortcode", message);
  return text;
};

const coverOf = (post: StaticPost, site: StaticSite): FolderFile | string | undefined => {
  const { image, images, cover, featured_image, featureimage, heroImage, thumbnail } = post.values;
  const candidates = [
    cover,
    featured_image,
    featureimage,
    heroImage,
    image,
    Array.isArray(images) ? images[0] : images,
    thumbnail,
  ];
  const texts = candidates.map((each) =>
    typeof each === "object" && each !== null
      ? valueText(
          (each as Values).image ?? (each as Values).path ?? (each as Values).src ?? (each as Values).url,
        )
      : valueText(each),
  );
  const first = texts.find((text) => text !== "");
  return first === undefined ? undefined : (fileOf(first, post, site) ?? first);
};

/** The file that an address in a post means: beside it, or at the root; never one out of the folder. */
const fileOf = (
  address: string,
  { path }: StaticPost,
  { root, generator, files, address: site }: StaticSite,
): FolderFile | string | undefined => {
  const here = site !== undefined && address.startsWith(`${site}/`) ? address.slice(site.length) : address;
  if (/^(?:https?:)?\/\//i.test(here)) return here.startsWith("//") ? `https:${here}` : here;
  const clean = percentDecoded(here.replace(/[?#].*$/, "")).replace(/^[@~]\//, "/");
  const beside = clean.startsWith("/") ? [] : [join(dirname(path), clean), clean];
  const atRoot = clean.replace(/^\/+/, "");
  const names = [...beside, ...generator.statics.map((name) => join(name, atRoot))].map((name) =>
    name.split(sep).join("/"),
  );
  const found = names.find((name) => files.has(name));
  return found === undefined ? undefined : { path: join(root, found), name: found };
};
