import { certain } from "#lib/certain.ts";
import type { Image } from "#lib/media/media.ts";
import { lookupIn, type MediaLookup } from "#lib/media/references.ts";
import type { PageOf, WrittenKind } from "#lib/pages/page.ts";
import type { PostReferences } from "#lib/pages/post-references.ts";
import { anonymousViewer, passesRestriction, type Viewer } from "#lib/pages/restriction.ts";
import { type Collection, collectionTree, type Site } from "#lib/site/site.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import { type PostContext, readPostContext } from "#lib/store/post-context.ts";
import { siteAt } from "#lib/store/site.ts";
import { collectionIdsToRoot } from "./media-permissions.ts";

export const visibleMedia = (
  media: MediaLookup,
  viewer: Viewer,
  collections: readonly Collection[],
): MediaLookup => {
  const closed = new Map<number, boolean>();
  const isClosed = (id: number): boolean => {
    if (!closed.has(id)) closed.set(id, collectionAccess(viewer, collections, id) === "closed");
    return closed.get(id) === true;
  };
  return (kind, id) => {
    const object = media(kind, id);
    return object && !isClosed(object.collectionId) ? object : undefined;
  };
};

/**
 * Says who may see the media in a collection: everybody (`public`), this viewer but not everybody (`passed`),
 * or not even this viewer (`closed`). Collections that are unknown or not below the root are closed.
 */
export const collectionAccess = (
  viewer: Viewer,
  collections: readonly Collection[],
  id: number,
): "public" | "passed" | "closed" => {
  const path = pathOf(collections, id);
  return path.at(-1)?.parentId === null ? accessAlong(viewer, path) : "closed";
};

/** The collection whose password the viewer needs next; null if the outermost restriction has none. */
export const lockedCollection = (
  viewer: Viewer,
  collections: readonly Collection[],
  id: number,
): number | null => {
  const outermost = pathOf(collections, id).findLast((each) => !passes(viewer, each));
  return outermost?.restriction?.type === "password" ? outermost.id : null;
};

export const openCollections = (viewer: Viewer, collections: readonly Collection[]): readonly number[] =>
  collectionTree(collections)
    .filter(({ collection, ancestors }) => accessAlong(viewer, [...ancestors, collection]) !== "closed")
    .map(({ collection }) => collection.id);

// The collection itself first.
const pathOf = (collections: readonly Collection[], id: number): readonly Collection[] =>
  collectionIdsToRoot(collections, id).map((each) => certain(collections.find((one) => one.id === each)));

const passes = (viewer: Viewer, { restriction }: Collection): boolean =>
  restriction === null || passesRestriction(viewer, restriction);

const accessAlong = (viewer: Viewer, path: readonly Collection[]): "public" | "passed" | "closed" => {
  if (path.every(({ restriction }) => restriction === null)) return "public";
  return path.every((each) => passes(viewer, each)) ? "passed" : "closed";
};

/** The image and the site, if the viewer may see it. Cost: one request. */
export const readVisibleImage = async (
  id: number,
  viewer: Viewer,
): Promise<{ readonly image: Image; readonly site: Site } | undefined> => {
  const { media: image, siteVersion } = await readMediaAndSiteVersion("image", id);
  if (!image) return undefined;
  const site = await siteAt(siteVersion);
  const isClosed = collectionAccess(viewer, site.collections, image.collectionId) === "closed";
  return isClosed ? undefined : { image, site };
};

/** A post's context with only those media that everybody may see. Cost: as `readPostContext`. */
export const readPublicPostContext = async (
  post: PageOf<WrittenKind>,
  references: PostReferences,
  { collections }: Site,
): Promise<Omit<PostContext, "media"> & { readonly media: MediaLookup }> => {
  const { media, ...others } = await readPostContext(post, references);
  return { ...others, media: visibleMedia(lookupIn(media), anonymousViewer, collections) };
};
