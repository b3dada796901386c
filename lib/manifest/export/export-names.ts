import { collectionsByPath } from "#lib/manifest/collection-paths.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import type { Site } from "#lib/site/site.ts";
import type { User } from "#lib/site/user.ts";
import type { ContentNames } from "./export-content.ts";
import type { NamedMedia } from "./export-media.ts";
import type { PlacedNode } from "./site-tree.ts";
import type { Variables } from "./variables.ts";

/** The names that the file has for ids. */
export interface SiteNames extends ContentNames {
  readonly groups: ReadonlyMap<number, string>;
  readonly users: ReadonlyMap<number, string>;
  readonly collections: ReadonlyMap<number, string>;
  /** By the name of the workflow. */
  readonly firstTasks: ReadonlyMap<string, string | undefined>;
  readonly variables: Variables;
}

export const namesOf = (
  site: Site,
  users: readonly User[],
  nodes: readonly PlacedNode[],
  media: NamedMedia,
  variables: Variables,
): SiteNames => ({
  groups: new Map(site.groups.map(({ id, name }) => [id, name])),
  users: new Map(users.map(({ id, username }) => [id, username])),
  categories: new Map(site.categories.map(({ id, slug }) => [id, slug])),
  authors: new Set(site.authors.map(({ slug }) => slug)),
  seasons: new Map(nodes.flatMap(({ page }) => page.seasons ?? []).map(({ id, key }) => [id, key])),
  collections: new Map([...collectionsByPath(site.collections)].map(([path, { id }]) => [id, path])),
  pages: new Map([[rootPageId, "/"], ...nodes.map(({ page, path }) => [page.id, path] as const)]),
  media,
  features: richTextFeaturesOf(site.settings),
  custom: customBlocks(),
  firstTasks: new Map(site.workflows.map(({ name, tasks }) => [name, tasks[0]?.name])),
  variables,
});

/** The names of those that the file has. */
export const namesIn = (ids: readonly number[], names: ReadonlyMap<number, string>): string[] =>
  ids.flatMap((id) => names.get(id) ?? []);
