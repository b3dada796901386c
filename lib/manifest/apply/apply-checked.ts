import { createRootPage } from "#lib/actions/pages/create-page.ts";
import { learnFromComments } from "#lib/actions/pages/discussion.ts";
import { certain } from "#lib/certain.ts";
import { type CheckedManifest, contentsOf } from "#lib/manifest/check-manifest.ts";
import { idsAfter } from "#lib/manifest/media/media-references.ts";
import { imageFilesInAdvance } from "#lib/manifest/media/prepared-files.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { applyTokens, applyTrusts, applyUsers } from "./apply-access.ts";
import { applyFormerSlugs, applyRedirects, applyWebhooks } from "./apply-addresses.ts";
import { applyMedia } from "./apply-media.ts";
import { applyPages, checkLinked, linkedPages } from "./apply-pages.ts";
import { applySite, knownIds } from "./apply-site.ts";
import { endChangesBeside } from "./changed-beside.ts";
import { goesUnnamed, type Pruning, prune } from "./prune.ts";
import { OutOfTime, type Run } from "./run.ts";

/**
 * Makes the service match a manifest that has no problems. Pages refer to groups by restrictions, and groups
 * to pages by permissions; images are in collections, and the site's logo is an image: so the site is applied
 * twice. Throws `OutOfTime` where the run may not go on.
 */
export const applyChecked = async (
  checked: CheckedManifest,
  pruning: Pruning | undefined,
  run: Run,
): Promise<void> => {
  const end = await applyAll(checked, pruning, run).catch((error: unknown) => {
    if (error instanceof OutOfTime) return error;
    throw error;
  });
  if (run.changed.comments) await learnFromComments();
  if (end) throw end;
};

const applyAll = async (checked: CheckedManifest, pruning: Pruning | undefined, run: Run): Promise<void> => {
  const { manifest, stored, media, ids: before, contents, trustedKeys } = checked;
  const imageFiles = imageFilesInAdvance(media, stored.media, run);
  if (!run.dryRun) await createRootPage();
  const knownPageId = (path: string) => stored.namedPages.get(path)?.id;
  const knownImageId = (key: string) => stored.mediaKeys.image.get(key) ?? stored.media.image.get(key)?.id;
  const known = { pageIdAt: knownPageId, imageId: knownImageId };
  const site = await applySite(manifest, stored.site, known, run);
  const ids = knownIds(site);
  const groupId = (name: string) => certain(ids.get(`group ${name}`));

  const userIds = await applyUsers(manifest, stored.users, groupId, run);
  const userId = (username: string) => certain(userIds.get(username));
  const named = new Set(manifest.users.map(({ value }) => value.username));
  const staying = new Set(userIds.values());
  for (const user of stored.users)
    if (!named.has(user.username) && user.username !== run.caller?.username && goesUnnamed(user, pruning))
      staying.delete(user.id);
  const userStays = (id: number) => staying.has(id);
  const collectionId = (path: string) => certain(ids.get(`collection ${path}`));
  const mediaIds = await applyMedia(
    media,
    stored.media,
    { collectionId, userId, userStays, imageFiles, now: run.now },
    run,
  );
  const finalIdOf = idsAfter(before.mediaIdOf, mediaIds);

  const context = {
    groupId,
    userId,
    workflow: (name: string) => certain(site.workflows.find((workflow) => workflow.name === name)),
    categoryId: (slug: string) => certain(ids.get(`category ${slug}`)),
    unnamedStay: pruning === undefined,
    userStays,
  };
  const linking = await linkedPages(checked, { ...before, mediaIdOf: finalIdOf }, context, run);
  const isSame = finalIdOf === before.mediaIdOf && linking.pages === stored.pages;
  const finalContents = isSame ? contents : contentsOf(manifest, stored.site, linking.ids);
  const pageIds = await applyPages(
    manifest.pages,
    { ...context, stored: linking.pages, contents: finalContents },
    run,
  );
  if (!run.dryRun) checkLinked(stored.linked, pageIds, linking.ids.pageIdOf);
  const references = {
    pageIdAt: (path: string) => pageIds.get(path) ?? knownPageId(path),
    imageId: (key: string) => finalIdOf("image", key),
  };
  await applySite(manifest, site, references, run);
  const pageId = (path: string) => certain(references.pageIdAt(path));
  await applyFormerSlugs(manifest, references.pageIdAt, run);
  await applyRedirects(manifest, site, references.pageIdAt, run);
  await applyTokens(manifest, stored.tokens, { userId, pageId, collectionId }, run);
  await applyWebhooks(manifest, stored.webhooks, references.pageIdAt, run);
  if (pruning) await prune(manifest, stored, { pageIds, mediaIds }, pruning, run);
  // Last, because the caller's token may end with the trust to which it is owed.
  await applyTrusts(manifest, trustedKeys, stored.site, { userId, pageId, collectionId }, run);
  noteSiteIds(manifest, ids, run);
  await endChangesBeside(manifest, stored, run);
};

const noteSiteIds = (manifest: Manifest, ids: ReadonlyMap<string, number>, { ledger }: Run): void => {
  const note = (kind: "collections" | "categories", name: string, key: string) => {
    ledger.noteId(kind, name, ids.get(key) ?? 0);
  };
  note("collections", "Root", "collection Root");
  for (const { value } of manifest.collections) note("collections", value.path, `collection ${value.path}`);
  for (const { value } of manifest.categories) note("categories", value.slug, `category ${value.slug}`);
};
