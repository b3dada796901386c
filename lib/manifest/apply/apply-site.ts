import { isDeepStrictEqual } from "node:util";
import { changeSite, siteWith } from "#lib/actions/people/change-site.ts";
import { certain } from "#lib/certain.ts";
import { collectionsByPath, depthOf, parentPath } from "#lib/manifest/collection-paths.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { type NamedKind, readObject } from "#lib/manifest/read/read-object.ts";
import { rootPageId } from "#lib/pages/page.ts";
import {
  type Author,
  type Category,
  type Collection,
  type MadeByHand,
  rootCollection,
  type Site,
  settingFields,
} from "#lib/site/site.ts";
import { type Group, groupFields } from "#lib/site/user.ts";
import { type Workflow, workflowFields } from "#lib/site/workflow.ts";
import type { SiteChanges } from "#lib/store/site.ts";
import { desiredRestriction } from "./desired-page.ts";
import { handMarks, type Run, staysUnnamed } from "./run.ts";

/** The id of the page at a path; undefined while there is none. */
export type PageIdAt = (path: string) => number | undefined;

/** The objects that the file names, as far as they exist already. */
export interface SiteReferences {
  readonly pageIdAt: PageIdAt;
  readonly imageId: (key: string) => number | undefined;
}

/** The most objects that one transaction may change (store/site.ts). */
const objectsAtATime = 90;

/**
 * Applies settings, groups, collections, categories, workflows and authors, and gives the new site. What
 * does not exist yet, pages of permissions and workflows and images, is left out. Cost: two requests, and
 * four per 90 changed objects.
 */
export const applySite = async (
  manifest: Manifest,
  stored: Site,
  references: SiteReferences,
  run: Run,
): Promise<Site> => {
  const ids = new Map<string, number>();
  const desiredChanges = async (site: Site): Promise<SiteChanges> => {
    await drawMissingIds(manifest, site, ids, run);
    return changesOf(manifest, site, ids, references, run);
  };
  const planned = await desiredChanges(stored);
  noteFates(manifest, stored, run.dryRun ? planned : {}, ids, run);
  if (run.dryRun) return siteWith(stored, planned);
  let site = stored;
  for (let rest = countOf(planned); rest > 0; ) {
    run.begin();
    let [before, done]: [Site, SiteChanges] = [site, {}];
    site = await changeSite(async (read) => {
      const changes = await desiredChanges(read);
      rest = countOf(changes) - objectsAtATime;
      [before, done] = [read, firstOf(changes)];
      return countOf(changes) > 0 ? done : undefined;
    });
    noteFates(manifest, before, done, ids, run);
  }
  return site;
};

/**
 * Draws an id for each object that the site lacks, once. Roots have fixed ids, whose numbers are drawn too,
 * so that nothing else gets them.
 */
const drawMissingIds = async (
  manifest: Manifest,
  site: Site,
  ids: Map<string, number>,
  run: Run,
): Promise<void> => {
  const known = knownIds(site);
  const draw = async (kind: "group" | "collection" | "category" | "workflow", name: string) => {
    const key = `${kind} ${name}`;
    if (!known.has(key) && !ids.has(key)) ids.set(key, await run.drawId(kind));
  };
  await draw("collection", "Root");
  for (const { value } of manifest.groups) await draw("group", value.name);
  for (const { value } of manifest.categories) await draw("category", value.slug);
  for (const { value } of manifest.workflows) await draw("workflow", value.name);
  for (const { value } of byDepth(manifest.collections)) await draw("collection", value.path);
  for (const [key, id] of known) ids.set(key, id);
  ids.set("collection Root", rootCollection.id);
};

const byDepth = (collections: Manifest["collections"]): Manifest["collections"] =>
  collections.toSorted((a, b) => depthOf(a.value.path) - depthOf(b.value.path));

/** Ids by kind and natural key, such as `group editors`. */
export const knownIds = (site: Site): ReadonlyMap<string, number> =>
  new Map([
    ...site.groups.map(({ name, id }) => [`group ${name}`, id] as const),
    ...site.categories.map(({ slug, id }) => [`category ${slug}`, id] as const),
    ...site.workflows.map(({ name, id }) => [`workflow ${name}`, id] as const),
    ...[...collectionsByPath(site.collections)].map(([path, { id }]) => [`collection ${path}`, id] as const),
  ]);

const changesOf = async (
  manifest: Manifest,
  site: Site,
  ids: ReadonlyMap<string, number>,
  { pageIdAt, imageId }: SiteReferences,
  run: Run,
): Promise<SiteChanges> => {
  const idIn = (kind: string) => (name: string) => certain(ids.get(`${kind} ${name}`));
  const idOf = (kind: NamedKind, name: string): number | undefined => {
    if (kind === "image") return imageId(name);
    if (kind === "page") return name === "/" ? rootPageId : pageIdAt(name);
    return idIn(kind)(name);
  };
  const marked = <Item extends { readonly id: number }>(
    item: Item,
    stored: readonly (Item & MadeByHand)[],
  ): Item & MadeByHand => {
    const before = stored.find(({ id }) => id === item.id);
    return { ...item, ...handMarks(before, run) };
  };
  const collections = (await desiredCollections(manifest, site, idIn, run)).map((collection) =>
    marked(collection, site.collections),
  );
  const groups = manifest.groups.map(
    ({ value }): Group =>
      marked({ id: idIn("group")(value.name), ...readObject(groupFields, value, idOf) }, site.groups),
  );
  const categories = manifest.categories.map(
    ({ value }): Category => marked({ id: idIn("category")(value.slug), ...value }, site.categories),
  );
  const workflows = manifest.workflows.map(
    ({ value }): Workflow =>
      marked(
        { id: idIn("workflow")(value.name), ...readObject(workflowFields, value, idOf) },
        site.workflows,
      ),
  );
  const authors = desiredAuthors(manifest, site, run);
  const settings = manifest.site && readObject(settingFields, manifest.site.value, idOf);
  return {
    ...(settings && !isDeepStrictEqual(settings, site.settings) && { settings }),
    ...(settings &&
      !run.isByHand &&
      !site.beside.hasSettings && { beside: { ...site.beside, hasSettings: true } }),
    groups: unlike(groups, site.groups),
    collections: unlike(collections, site.collections),
    categories: unlike(categories, site.categories),
    workflows: unlike(workflows, site.workflows),
    ...(!isDeepStrictEqual(authors, site.authors) && { authors }),
  };
};

const unlike = <Item extends { readonly id: number }>(
  desired: readonly Item[],
  stored: readonly Item[],
): Item[] => {
  const byId = new Map(stored.map((item) => [item.id, item]));
  return desired.filter((item) => !isDeepStrictEqual(item, byId.get(item.id)));
};

/**
 * The authors of the file, after those that it does not name; a run that removes such objects leaves those
 * out that manifests have made.
 */
const desiredAuthors = (manifest: Manifest, site: Site, run: Run): readonly Author[] => {
  const bySlug = new Map(site.authors.map((author) => [author.slug, author]));
  const written = manifest.authors.map(
    ({ value }): Author => ({ ...value, ...handMarks(bySlug.get(value.slug), run) }),
  );
  const slugs = new Set(written.map(({ slug }) => slug));
  const others = site.authors.filter((author) => !slugs.has(author.slug) && staysUnnamed(author, run));
  if (run.prunes) for (const { slug } of others) run.ledger.noteKept("author", slug);
  return [...others, ...written];
};

const desiredCollections = async (
  manifest: Manifest,
  site: Site,
  idOf: (kind: string) => (name: string) => number,
  { secretValue }: Run,
): Promise<Collection[]> => {
  const stored = collectionsByPath(site.collections);
  const written = byDepth(manifest.collections).map(
    async ({ value: { path, restriction } }): Promise<Collection> => {
      const parent = parentPath(path);
      return {
        id: idOf("collection")(path),
        parentId: parent === undefined ? null : idOf("collection")(parent),
        name: path.slice(path.lastIndexOf("/") + 1),
        restriction: await desiredRestriction(
          restriction,
          stored.get(path)?.restriction ?? null,
          idOf("group"),
          secretValue,
        ),
      };
    },
  );
  const desired = await Promise.all(written);
  const hasRoot = stored.has("Root") || desired.some(({ parentId }) => parentId === null);
  return hasRoot ? desired : [rootCollection, ...desired];
};

const countOf = ({
  settings,
  groups = [],
  collections = [],
  categories = [],
  workflows = [],
  authors,
  beside,
}: SiteChanges): number =>
  (settings || beside ? 1 : 0) +
  (authors ? 1 : 0) +
  groups.length +
  collections.length +
  categories.length +
  workflows.length;

/** The first changes that fit in one transaction; parent collections come before their children. */
const firstOf = ({
  settings,
  groups = [],
  collections = [],
  categories = [],
  workflows = [],
  authors,
  beside,
}: SiteChanges): SiteChanges => {
  let room = objectsAtATime - (settings || beside ? 1 : 0) - (authors ? 1 : 0);
  const take = <Item>(items: readonly Item[]): readonly Item[] => {
    const taken = items.slice(0, room);
    room -= taken.length;
    return taken;
  };
  return {
    ...(settings && { settings }),
    ...(authors && { authors }),
    ...(beside && { beside }),
    groups: take(groups),
    collections: take(collections),
    categories: take(categories),
    workflows: take(workflows),
  };
};

/** Notes what the changes did to the site before them; everything else is unchanged so far. */
const noteFates = (
  manifest: Manifest,
  before: Site,
  changes: SiteChanges,
  ids: ReadonlyMap<string, number>,
  { ledger }: Run,
): void => {
  const known = knownIds(before);
  const changed = new Set([
    ...(changes.groups ?? []).map(({ id }) => `group ${id}`),
    ...(changes.collections ?? []).map(({ id }) => `collection ${id}`),
    ...(changes.categories ?? []).map(({ id }) => `category ${id}`),
    ...(changes.workflows ?? []).map(({ id }) => `workflow ${id}`),
  ]);
  const note = (kind: string, name: string) => {
    const key = `${kind} ${name}`;
    const isChanged = changed.has(`${kind} ${ids.get(key)}`);
    ledger.note(key, !isChanged ? "unchanged" : known.has(key) ? "updated" : "created");
  };
  if (manifest.site) ledger.note("site", changes.settings ? "updated" : "unchanged");
  for (const { value } of manifest.groups) note("group", value.name);
  for (const { value } of manifest.collections) note("collection", value.path);
  for (const { value } of manifest.categories) note("category", value.slug);
  for (const { value } of manifest.workflows) note("workflow", value.name);
  noteAuthors(manifest, before, changes, ledger);
};

const noteAuthors = (
  manifest: Manifest,
  before: Site,
  { authors: after }: SiteChanges,
  ledger: Run["ledger"],
): void => {
  const names = new Map(before.authors.map(({ slug, name }) => [slug, name]));
  for (const { value } of manifest.authors) {
    const former = names.get(value.slug);
    const isChanged = after !== undefined && former !== value.name;
    ledger.note(
      `author ${value.slug}`,
      !isChanged ? "unchanged" : former === undefined ? "created" : "updated",
    );
  }
  if (!after) return;
  const stays = new Set(after.map(({ slug }) => slug));
  for (const { slug } of before.authors) if (!stays.has(slug)) ledger.noteRemoved("author", slug);
};
