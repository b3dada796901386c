import { changeSite } from "#lib/actions/change-site.ts";
import { deletePage } from "#lib/actions/delete-page.ts";
import { deleteUser } from "#lib/actions/delete-user.ts";
import { discardMedia } from "#lib/actions/discard-media.ts";
import { revokeToken } from "#lib/actions/revoke-token.ts";
import { collectionsByPath, depthOf } from "#lib/manifest/collection-paths.ts";
import type { Located, Manifest, PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { StoredState } from "#lib/manifest/stored/stored-state.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { rootPageId } from "#lib/pages/page.ts";
import type { Site } from "#lib/site/site.ts";
import { allMedia } from "#lib/store/media.ts";
import type { SiteChanges } from "#lib/store/site.ts";
import { readSlugClaimsBelow } from "#lib/store/slug-claims.ts";
import type { MediaIdsByKey } from "./apply-media.ts";
import type { Run } from "./run.ts";

/** Removes everything that the file does not name: tokens and users, pages, media, then groups, categories, workflows and collections. */
export const prune = async (
  manifest: Manifest,
  stored: StoredState,
  { pageIds, mediaIds }: { readonly pageIds: ReadonlyMap<string, number>; readonly mediaIds: MediaIdsByKey },
  run: Run,
): Promise<void> => {
  const tokens = namesOf(manifest.tokens, ({ name }) => name);
  for (const { token } of stored.tokens) {
    if (!tokens.has(token.name)) await remove(run, () => revokeToken(token.name));
  }
  const users = namesOf(manifest.users, ({ username }) => username);
  for (const { username } of stored.users) {
    if (!users.has(username)) await remove(run, () => deleteUser(username));
  }
  await prunePages(manifest.pages, rootPageId, pageIds, run);
  for (const kind of mediaKinds) await pruneMedia(kind, new Set(mediaIds[kind].values()), run);
  await pruneSite(manifest, stored.site, run);
};

const namesOf = <Value>(
  parts: readonly Located<Value>[],
  nameOf: (value: Value) => string,
): ReadonlySet<string> => new Set(parts.map(({ value }) => nameOf(value)));

const remove = async ({ dryRun, ledger }: Run, act: () => Promise<boolean>): Promise<void> => {
  if (dryRun || (await act())) ledger.noteDeleted(1);
};

const prunePages = async (
  siblings: readonly PageNode[],
  parentId: number,
  pageIds: ReadonlyMap<string, number>,
  run: Run,
): Promise<void> => {
  // An id below 1 is a page that a dry run would make: nothing is below it.
  if (parentId < 1) return;
  const kept = new Set(siblings.map(({ path }) => pageIds.get(path)));
  for (const id of await childrenOf(parentId)) {
    if (!kept.has(id)) run.ledger.noteDeleted(run.dryRun ? await countPages(id) : await deletePage(id));
  }
  for (const { path, children } of siblings) await prunePages(children, pageIds.get(path)!, pageIds, run);
};

const childrenOf = async (parentId: number): Promise<number[]> =>
  (await readSlugClaimsBelow(parentId)).flatMap(({ row }) => row ?? []);

const countPages = async (id: number): Promise<number> => {
  let count = 1;
  for (const child of await childrenOf(id)) count += await countPages(child);
  return count;
};

const pruneMedia = async (kind: MediaKind, kept: ReadonlySet<number>, run: Run): Promise<void> => {
  for await (const page of allMedia(kind)) {
    for (const { id } of page.filter((media) => !kept.has(media.id))) {
      await remove(run, () => discardMedia(kind, id));
    }
  }
};

/** How many objects one transaction may remove (store/site.ts). */
const objectsAtATime = 90;

const pruneSite = async (manifest: Manifest, stored: Site, { dryRun, ledger }: Run): Promise<void> => {
  const surplus = surplusOf(manifest, stored);
  ledger.noteDeleted(surplus.length);
  for (let start = 0; start < surplus.length && !dryRun; start += objectsAtATime) {
    await changeSite(async () => ({ removed: surplus.slice(start, start + objectsAtATime) }));
  }
};

/** What the file does not name, collections below others before those. The root collection stays. */
const surplusOf = (manifest: Manifest, site: Site): NonNullable<SiteChanges["removed"]> => {
  const groups = namesOf(manifest.groups, ({ name }) => name);
  const categories = namesOf(manifest.categories, ({ slug }) => slug);
  const workflows = namesOf(manifest.workflows, ({ name }) => name);
  const paths = namesOf(manifest.collections, ({ path }) => path);
  const collections = [...collectionsByPath(site.collections)]
    .filter(([path]) => path !== "Root" && !paths.has(path))
    .sort(([a], [b]) => depthOf(b) - depthOf(a));
  return [
    ...site.groups.filter(({ name }) => !groups.has(name)).map(({ id }) => ({ kind: "GROUP" as const, id })),
    ...site.categories
      .filter(({ slug }) => !categories.has(slug))
      .map(({ id }) => ({ kind: "CATEGORY" as const, id })),
    ...site.workflows
      .filter(({ name }) => !workflows.has(name))
      .map(({ id }) => ({ kind: "WORKFLOW" as const, id })),
    ...collections.map(([, { id }]) => ({ kind: "COLLECTION" as const, id })),
  ];
};
