import { discardMedia } from "#lib/actions/media/delete-media.ts";
import { binPage, deleteLonePage } from "#lib/actions/pages/remove-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { revokeToken } from "#lib/actions/people/tokens.ts";
import { deleteUser } from "#lib/actions/people/users.ts";
import { deleteWebhook } from "#lib/actions/webhooks/put-webhook.ts";
import { certain } from "#lib/certain.ts";
import { collectionsByPath, depthOf } from "#lib/manifest/collection-paths.ts";
import type { Located, Manifest, PageNode } from "#lib/manifest/read/read-manifest.ts";
import { keyFromId, type StoredState } from "#lib/manifest/stored/stored-state.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { isWritten, type Page, rootPageId } from "#lib/pages/page.ts";
import type { MadeByHand, Site } from "#lib/site/site.ts";
import { readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { allMedia } from "#lib/store/media.ts";
import { readPages } from "#lib/store/pages.ts";
import type { SiteChanges } from "#lib/store/site.ts";
import type { MediaIdsByKey } from "./apply-media.ts";
import type { RemovableKind } from "./outcome.ts";
import type { Run } from "./run.ts";

/** Which objects that the file does not name are removed: those that manifests made, or all. */
export type Pruning = "made" | "all";

/**
 * True for a page, user or token that is removed if the file does not name it. Media that a manifest made
 * have keys; groups, categories, workflows and collections that an administrator made by hand are marked.
 */
export const goesUnnamed = (
  { fromManifest }: { readonly fromManifest?: true },
  pruning: Pruning | undefined,
): boolean => pruning === "all" || (pruning === "made" && fromManifest === true);

/**
 * Removes what the file does not name: tokens, webhooks, users, pages, media, then groups, categories,
 * workflows and collections. What contains something that stays, stays too.
 */
export const prune = async (
  manifest: Manifest,
  stored: StoredState,
  { pageIds, mediaIds }: { readonly pageIds: ReadonlyMap<string, number>; readonly mediaIds: MediaIdsByKey },
  pruning: Pruning,
  run: Run,
): Promise<void> => {
  const tokens = namesOf(manifest.tokens, ({ name }) => name);
  for (const { token } of stored.tokens) {
    const { name } = token;
    if (tokens.has(name)) continue;
    if (!goesUnnamed(token, pruning) || name === run.caller?.token?.name) run.ledger.noteKept("token", name);
    else await remove("token", name, () => revokeToken(name, (now) => goesUnnamed(now, pruning)), run);
  }
  const webhooks = namesOf(manifest.webhooks, ({ name }) => name);
  for (const { webhook } of stored.webhooks) {
    const { id, name } = webhook;
    if (webhooks.has(name)) continue;
    const goes = ({ webhook: now }: { readonly webhook: { readonly fromManifest?: true } }) =>
      goesUnnamed(now, pruning);
    if (!goes({ webhook })) run.ledger.noteKept("webhook", name);
    else await remove("webhook", name, () => deleteWebhook(id, goes), run);
  }
  const users = namesOf(manifest.users, ({ username }) => username);
  for (const user of stored.users) {
    const { username } = user;
    if (users.has(username)) continue;
    if (!goesUnnamed(user, pruning) || username === run.caller?.username)
      run.ledger.noteKept("user", username);
    else await remove("user", username, () => deleteUser(username, (now) => goesUnnamed(now, pruning)), run);
  }
  await prunePagesBelow({ id: rootPageId, path: "" }, manifest.pages, { pageIds, pruning, run });
  const inUse = new Set<number>();
  for (const kind of mediaKinds) {
    const kept = new Set(mediaIds[kind].values());
    for (const id of await pruneMedia(kind, kept, pruning, run)) inUse.add(id);
  }
  await pruneSite(manifest, stored.site, { inUse, pruning }, run);
};

const namesOf = <Value>(
  parts: readonly Located<Value>[],
  nameOf: (value: Value) => string,
): ReadonlySet<string> => new Set(parts.map(({ value }) => nameOf(value)));

const remove = async (
  kind: RemovableKind,
  name: string,
  act: () => Promise<boolean>,
  { dryRun, ledger, begin }: Run,
): Promise<void> => {
  begin();
  if (dryRun || (await act())) ledger.noteRemoved(kind, name);
};

interface PagePruning {
  readonly pageIds: ReadonlyMap<string, number>;
  readonly pruning: Pruning;
  readonly run: Run;
}

interface PlacedPage {
  readonly id: number;
  /** Empty for the root. */
  readonly path: string;
}

const prunePagesBelow = async (
  parent: PlacedPage,
  siblings: readonly PageNode[],
  context: PagePruning,
): Promise<void> => {
  // An id below 1 is a page that a dry run would create: it has no children.
  if (parent.id < 1) return;
  const { pageIds } = context;
  const kept = new Set(siblings.map(({ path }) => pageIds.get(path)));
  for (const page of await pagesBelow(parent, kept)) await prunePage(page, context);
  for (const { path, children } of siblings) {
    await prunePagesBelow({ id: certain(pageIds.get(path)), path }, children, context);
  }
};

/** Removes a page and the pages below it, the lowest first; true if it is gone, or would be. */
const prunePage = async (page: Page & PlacedPage, context: PagePruning): Promise<boolean> => {
  const { pruning, run } = context;
  let goes = goesUnnamed(page, pruning);
  for (const child of isWritten(page) ? [] : await pagesBelow(page)) {
    const isGone = await prunePage(child, context);
    goes &&= isGone;
  }
  if (goes) run.begin();
  const outcome = !goes ? "stays" : run.dryRun ? "deleted" : await removePage(page);
  if (outcome === "holds pages") return prunePage(page, context);
  if (outcome === "stays") run.ledger.noteKept("page", page.path);
  if (outcome === "deleted") run.ledger.noteRemoved("page", page.path);
  return outcome !== "stays";
};

/** Posts go to the bin; a blog, podcast or home page is gone for good. */
const removePage = (page: Page): Promise<"deleted" | "gone" | "holds pages"> =>
  isWritten(page) ? binPage(page.id, { permit: () => {} }) : deleteLonePage(page.id);

/** Cost: one request, and one per hundred pages. */
const pagesBelow = async (
  { id, path }: PlacedPage,
  without: ReadonlySet<number | undefined> = new Set(),
): Promise<(Page & PlacedPage)[]> => {
  const claims = await readSlugClaimsBelow(id);
  const rows = await readPages(claims.flatMap(({ row }) => (row === null || without.has(row) ? [] : row)));
  return rows.flatMap((page) => (page ? { ...page, path: `${path}/${page.slug}` } : []));
};

/** Gives the ids of the collections that stay in use. */
const pruneMedia = async (
  kind: MediaKind,
  kept: ReadonlySet<number>,
  pruning: Pruning,
  run: Run,
): Promise<ReadonlySet<number>> => {
  const collectionIds = new Set<number>();
  for await (const page of allMedia(kind)) {
    for (const { id, key, collectionId } of page) {
      const name = key ?? keyFromId(kind, id);
      const isNamed = kept.has(id);
      const goes = !isNamed && (pruning === "all" || key !== undefined);
      if (goes) await remove(kind, name, () => discardMedia(kind, id), run);
      else collectionIds.add(collectionId);
      if (!goes && !isNamed) run.ledger.noteKept(kind, name);
    }
  }
  return collectionIds;
};

/** The most objects that one transaction may remove (store/site.ts). */
const objectsAtATime = 90;

const pruneSite = async (
  manifest: Manifest,
  stored: Site,
  { inUse, pruning }: { readonly inUse: ReadonlySet<number>; readonly pruning: Pruning },
  { dryRun, ledger, begin }: Run,
): Promise<void> => {
  const surplus = surplusOf(manifest, stored);
  const staysByHand = ({ byHand }: SiteObject) => byHand === true && pruning !== "all";
  const used = new Set(inUse);
  for (const { kind, id, byHand } of surplus)
    if (kind === "COLLECTION" && byHand && pruning !== "all") used.add(id);
  const goes = unusedOnly(surplus, used).filter((object) => !staysByHand(object));
  for (const { kind, name } of surplus.filter((object) => !goes.includes(object))) {
    ledger.noteKept(siteKinds[kind], name);
  }
  for (let start = 0; start < goes.length; start += objectsAtATime) {
    let removed = goes.slice(start, start + objectsAtATime);
    if (!dryRun) {
      begin();
      await changeSite(async (site) => {
        removed = removed.filter((object) => isIn(site, object));
        return removed.length > 0 ? { removed } : undefined;
      });
    }
    for (const { kind, name } of removed) ledger.noteRemoved(siteKinds[kind], name);
  }
};

type SiteObject = NonNullable<SiteChanges["removed"]>[number] & {
  readonly name: string;
  /** Collections only. */
  readonly parentId?: number | null;
} & MadeByHand;

const siteKinds = {
  GROUP: "group",
  CATEGORY: "category",
  WORKFLOW: "workflow",
  COLLECTION: "collection",
} as const;

const isIn = (site: Site, { kind, id }: SiteObject): boolean => {
  const objects = {
    GROUP: site.groups,
    CATEGORY: site.categories,
    WORKFLOW: site.workflows,
    COLLECTION: site.collections,
  };
  return objects[kind].some((object) => object.id === id);
};

/**
 * The objects that the file does not name, child collections before their parents. The root collection stays.
 */
const surplusOf = (manifest: Manifest, site: Site): SiteObject[] => {
  const groups = namesOf(manifest.groups, ({ name }) => name);
  const categories = namesOf(manifest.categories, ({ slug }) => slug);
  const workflows = namesOf(manifest.workflows, ({ name }) => name);
  const paths = namesOf(manifest.collections, ({ path }) => path);
  const collections = [...collectionsByPath(site.collections)]
    .filter(([path]) => path !== "Root" && !paths.has(path))
    .sort(([a], [b]) => depthOf(b) - depthOf(a));
  return [
    ...site.groups
      .filter(({ name }) => !groups.has(name))
      .map(({ id, name, ...mark }) => ({ kind: "GROUP" as const, id, name, ...markIn(mark) })),
    ...site.categories
      .filter(({ slug }) => !categories.has(slug))
      .map(({ id, slug, ...mark }) => ({ kind: "CATEGORY" as const, id, name: slug, ...markIn(mark) })),
    ...site.workflows
      .filter(({ name }) => !workflows.has(name))
      .map(({ id, name, ...mark }) => ({ kind: "WORKFLOW" as const, id, name, ...markIn(mark) })),
    ...collections.map(([path, { id, parentId, ...mark }]) => ({
      kind: "COLLECTION" as const,
      ...{ id, name: path, parentId, ...markIn(mark) },
    })),
  ];
};

const markIn = ({ byHand }: MadeByHand): MadeByHand => (byHand ? { byHand } : {});

/** Leaves out collections in use, and those above them. */
const unusedOnly = (surplus: readonly SiteObject[], used: ReadonlySet<number>): SiteObject[] => {
  const staying = new Set(used);
  return surplus.filter(({ kind, id, parentId }) => {
    const stays = kind === "COLLECTION" && staying.has(id);
    if (stays && parentId) staying.add(parentId);
    return !stays;
  });
};
