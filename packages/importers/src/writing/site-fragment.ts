import { stringify } from "yaml";
import type { ImportedSite } from "#importers/imported.ts";
import {
  cutText,
  defaultFeatures,
  keyOfAlias,
  manifestSchema,
  type ReadyBlockName,
  type RichTextFeature,
  readyBlockNames,
  richTextFeatureNames,
  slugFromTitle,
} from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";

type Json = { [Name: string]: unknown } & object;

/** The path of the blog or podcast, such as `/home/notes`, and what it is below. */
export const parentPathOf = ({ title, isPodcast }: ImportedSite, chosen: string | undefined): string =>
  chosen ?? `/home/${slugFromTitle(title) || (isPodcast ? "podcast" : "blog")}`;

/**
 * What the manifest has to have before the folder is published: the blog or podcast, categories, authors,
 * seasons, the features of the texts, and redirects of feeds. What it refuses is noted and left out.
 */
export const siteFragment = (
  site: ImportedSite,
  {
    parent,
    artwork,
    features,
    blocks,
    embedHosts,
    feed,
    place,
  }: {
    readonly parent: string;
    readonly artwork: string | undefined;
    readonly features: ReadonlySet<RichTextFeature>;
    readonly blocks: ReadonlySet<ReadyBlockName>;
    readonly embedHosts: ReadonlySet<string>;
    readonly feed: string;
    readonly place: NotePlace;
  },
): string => {
  const [home = "home", slug = "blog"] = parent.split("/").filter((name) => name !== "");
  const page: Json = {
    type: site.isPodcast ? "site.Podcast" : "site.Blog",
    slug,
    title: cutText(site.title || slug, 255),
    ...(site.description && { description: site.description }),
    ...(site.isPodcast && {
      podcast: { ...(artwork && { artwork: { image: "artwork" } }), ...site.podcast },
    }),
    ...(site.seasons.length > 0 && {
      seasons: site.seasons.map(({ number, name }) => ({
        key: `${slug}-${number}`,
        number,
        ...(name && { name }),
      })),
    }),
  };
  const known = new Set([...defaultFeatures, ...features]);
  const redirects = site.feedPaths
    .filter((path) => keyOfAlias(path))
    .map((from) => ({ from, to: `/${home}/${slug}`, feed }));
  for (const path of site.feedPaths)
    if (!keyOfAlias(path)) place.note("alias", `${path}: the address of the feed`);
  const manifest: Json = {
    version: 1,
    site: {
      rich_text_features: richTextFeatureNames.filter((name) => known.has(name)),
      ...(blocks.size > 0 && { ready_blocks: readyBlockNames.filter((name) => blocks.has(name)) }),
      ...(embedHosts.size > 0 && { embed_hosts: [...embedHosts].sort() }),
    },
    ...(site.categories.length > 0 && { categories: site.categories }),
    ...(site.authors.length > 0 && { authors: site.authors }),
    ...(artwork && {
      images: [{ key: "artwork", file: artwork, title: cutText(`Artwork of ${site.title}`, 255) }],
    }),
    ...(redirects.length > 0 && { redirects }),
    pages: [{ type: "site.HomePage", slug: home, title: cutText(site.title || home, 255), children: [page] }],
  };
  return `${heading}${stringify(withoutRefused(manifest, place), { lineWidth: 0 })}`;
};

const heading = `# What the imported posts need. Take what you want into your site.yaml, or apply this file
# to a new site; then publish the folder.
`;

/** The manifest without the values that its schema refuses, each of which is noted. */
const withoutRefused = (manifest: Json, place: NotePlace): Json => {
  const rest = structuredClone(manifest);
  for (let round = 0; round < 20; round += 1) {
    const issues = manifestSchema.safeParse(rest).error?.issues ?? [];
    if (issues.length === 0) break;
    // From the end, so that the indexes of members before stay right.
    for (const { path, message } of [...issues].sort(byPathDescending)) {
      const parent = path
        .slice(0, -1)
        .reduce<unknown>((value, name) => (value as Json)?.[name as string], rest);
      const last = path.at(-1);
      place.note("field", `${path.join(".")} of the site: ${message}`);
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else if (typeof parent === "object" && parent !== null) delete (parent as Json)[last as string];
    }
  }
  return rest;
};

const byPathDescending = (one: { path: PropertyKey[] }, other: { path: PropertyKey[] }): number =>
  Number(other.path.at(-1)) - Number(one.path.at(-1)) || 0;
