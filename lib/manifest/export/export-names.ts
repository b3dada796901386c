import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { sideBySide } from "#lib/manifest/side-by-side.ts";
import { isWritten, type Page, rootPageId } from "#lib/pages/page.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import { readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { readPages } from "#lib/store/pages.ts";
import type { ContentNames } from "./export-content.ts";
import type { NamedMedia } from "./export-media.ts";

/** The names that the file has for ids. */
export interface SiteNames extends ContentNames {
  readonly groups: ReadonlyMap<number, string>;
  readonly users: ReadonlyMap<number, string>;
  readonly collections: ReadonlyMap<number, string>;
  /** The first tasks by the name of the workflow. */
  readonly firstTasks: ReadonlyMap<string, string | undefined>;
  readonly variables: Variables;
}

export const namesOf = (
  site: Site,
  users: readonly User[],
  nodes: readonly PlacedNode[],
  media: NamedMedia,
  variables: Variables,
): SiteNames => {
  const groups = new Map(site.groups.map(({ id, name }) => [id, name]));
  const collections = new Map([...collectionsByPath(site.collections)].map(([path, { id }]) => [id, path]));
  const pages = new Map([[rootPageId, "/"], ...nodes.map(({ page, path }) => [page.id, path] as const)]);
  const names = { group: groups, collection: collections, page: pages };
  return {
    groups,
    users: new Map(users.map(({ id, username }) => [id, username])),
    categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
    authors: new Set(site.authors.map(({ slug }) => slug)),
    seasons: new Map(nodes.flatMap(({ page }) => page.seasons ?? []).map(({ id, key }) => [id, key])),
    collections,
    pages,
    media,
    nameOf: (kind, id) => (kind === "image" ? media.keyOf(kind, id) : names[kind].get(id)),
    features: richTextFeaturesOf(site.settings),
    custom: blocksOfSite(site.settings),
    firstTasks: new Map(site.workflows.map(({ name, tasks }) => [name, tasks[0]?.name])),
    variables,
  };
};

/** The names of those that the file has. */
export const namesIn = (ids: readonly number[], names: ReadonlyMap<number, string>): string[] =>
  ids.flatMap((id) => names.get(id) ?? []);

/** A page in its place. */
export interface PlacedNode {
  readonly page: Page;
  /** Such as `/home/notes`. */
  readonly path: string;
  readonly formerSlugs: readonly string[];
}

/**
 * All pages, each before those below it, and those below one page in order of creation. Cost: two requests
 * per page that may have others below it, and one per 100 pages below one.
 */
export const readSiteTree = (): Promise<PlacedNode[]> =>
  nodesBelow({ id: rootPageId, path: "" }, (page) => !isWritten(page));

/** The home pages, blogs and podcasts, as {@link readSiteTree} gives them. Two requests per home page. */
export const readParentTree = async (): Promise<PlacedNode[]> => {
  const nodes = await nodesBelow({ id: rootPageId, path: "" }, ({ kind }) => kind === "home");
  return nodes.filter(({ page }) => !isWritten(page));
};

const nodesBelow = async (
  { id: parentId, path: above }: { readonly id: number; readonly path: string },
  mayHoldWanted: (page: Page) => boolean,
): Promise<PlacedNode[]> => {
  const claims = await readSlugClaimsBelow(parentId);
  const ids = claims.flatMap(({ row }) => row ?? []).sort((a, b) => a - b);
  const rows = (await readPages(ids)).filter((page) => page !== undefined);
  const branches = await sideBySide(rows, async (page): Promise<PlacedNode[]> => {
    const path = `${above}/${page.slug}`;
    const formerSlugs = claims.filter(({ former }) => former === page.id).map(({ slug }) => slug);
    const below = mayHoldWanted(page) ? await nodesBelow({ id: page.id, path }, mayHoldWanted) : [];
    return [{ page, path, formerSlugs }, ...below];
  });
  return branches.flat();
};

export interface Variables {
  /** A unique `env:NAME`, such as `env:LECTERN_PASSWORD_ADA`. */
  readonly reference: (kind: "PASSWORD" | "TOKEN" | "WEBHOOK", called: string) => string;
  /** In the order of their creation. */
  readonly used: () => readonly string[];
}

export const newVariables = (): Variables => {
  const used = new Set<string>();
  return {
    reference: (kind, called) => {
      const word = called
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, "_")
        .replace(/^_|_$/g, "");
      const name = `LECTERN_${kind}_${word}`;
      let unique = name;
      for (let count = 2; used.has(unique); count++) unique = `${name}_${count}`;
      used.add(unique);
      return `env:${unique}`;
    },
    used: () => [...used],
  };
};
