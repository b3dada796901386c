import { basename, dirname, join, sep } from "node:path";
import type { FolderFile, ImportedPost } from "#importers/imported.ts";
import { latest, percentDecoded, saysVisibility, slugFromTitle, visibilityIn } from "#importers/lectern.ts";
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

export const importedPostOf = (post: StaticPost, site: StaticSite): ImportedPost => {
  const { values, path, name } = post;
  const { generator, config, address, authors, categories } = site;
  const title = valueText(values.title) || name.replace(/[-_]+/g, " ");
  const place = new NotePlace(site.notes, path, 1, title);
  for (const [key, value] of Object.entries(values))
    if (!isOwnKey(key) && !saysVisibility(key))
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
  const wholePath = (address ?? "http://localhost") + oldPath;
  const lists = generator.kind === "jekyll" ? /[,\s]+/ : /,/;
  const named = [...valueTexts(values.categories, lists), ...valueTexts(values.category, /,/)];
  const written = valueText(values.date) || post.date;
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
    addresses: [wholePath, ...valueTexts(values.aliases, /,/), ...valueTexts(values.redirect_from, /,/)].map(
      (each) => (URL.canParse(each, wholePath) ? new URL(each, wholePath).href : each),
    ),
    fields: {
      title,
      date: latest([said, visibility.publishAt])?.replace(".000Z", "Z"),
      draft: reasons.length > 0,
      summary: summary && valueText(values[summary]),
      tags: [...valueTexts(values.tags, lists), ...valueTexts(values.tag, /,/)],
      categories: [...new Set(named.map((each) => categories.slugOf(each)))],
      authors: [...valueTexts(values.author, /,/), ...valueTexts(values.authors, /,/)].map((each) =>
        authors.slugOf(each),
      ),
      guid: valueText(values.guid) || (address ? generator.guidOf(wholePath) : undefined),
      cover_alt: valueText(values.cover_alt) || valueText(alt) || undefined,
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
      base: wholePath,
      linksAddresses: generator.linksAddresses(config),
      resolve: (picture) => fileOf(picture, post, site),
    },
    files: { cover: coverOf(post, site) },
  };
};

const coverOf = (post: StaticPost, site: StaticSite): FolderFile | string | undefined => {
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
      ? valueText((each as Values).image ?? (each as Values).path ?? (each as Values).src)
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
  const clean = percentDecoded(here.replace(/[?#].*$/, ""));
  const beside = clean.startsWith("/") ? [] : [join(dirname(path), clean), clean];
  const atRoot = clean.replace(/^\/+/, "");
  const names = [...beside, ...generator.statics.map((name) => join(name, atRoot))].map((name) =>
    name.split(sep).join("/"),
  );
  const found = names.find((name) => files.has(name));
  return found === undefined ? undefined : { path: join(root, found), name: found };
};
