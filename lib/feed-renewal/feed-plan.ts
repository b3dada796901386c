import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { publicEpisodes } from "#lib/surfaces/content/podcast-episodes.ts";

/** The number of posts in a blog's feed, and in each of its archives. */
const postsPerDocument = 50;

/** Some posts that stand together in one document of a feed, in each form. */
export interface Chunk {
  /** The number of the archive, from 1 for the oldest; null for the newest posts. */
  readonly archive: number | null;
  /** The number of the archive with older posts; null where there is none. */
  readonly older: number | null;
  /** The newest first. */
  readonly postIds: Uint32Array;
}

/** The name of a chunk among those of its feed. */
export const chunkName = ({ archive }: Chunk): string => (archive === null ? "current" : String(archive));

/** The blogs and podcasts that have feeds. */
export const publicContainers = (catalog: Catalog): readonly Listing[] =>
  catalog.containers().filter(({ id }) => catalog.page(id, anonymousViewer) !== undefined);

/** The documents of a feed. */
export const chunksOf = (catalog: Catalog, { id, kind }: Listing): readonly Chunk[] =>
  kind === "podcast" ? podcastChunks(catalog, id) : blogChunks(catalog, id);

/**
 * The documents of a blog's feed, the oldest first: archives of 50 posts each that are full, counted from the
 * oldest by first publication, so that a new post changes none; then the current document.
 */
const blogChunks = (catalog: Catalog, blogId: number): readonly Chunk[] => {
  const postIds = newestPosts(catalog, blogId, "first_published_at");
  const archives = postIds.length <= postsPerDocument ? 0 : Math.floor(postIds.length / postsPerDocument);
  return [
    ...Array.from({ length: archives }, (_, index): Chunk => {
      const end = postIds.length - index * postsPerDocument;
      return {
        archive: index + 1,
        older: index || null,
        postIds: postIds.slice(end - postsPerDocument, end),
      };
    }),
    {
      archive: null,
      older: archives || null,
      postIds: currentPosts(
        catalog,
        blogId,
        postIds.subarray(0, postIds.length - archives * postsPerDocument),
      ),
    },
  ];
};

/**
 * The posts that no archive has, and up to 50 the newest of the others, all by the dates that their readers
 * see: an old post that was published yesterday, as an import does, is not the newest.
 */
const currentPosts = (catalog: Catalog, blogId: number, unarchived: Uint32Array): Uint32Array => {
  const inOrder = newestPosts(catalog, blogId, "visible_date");
  const isUnarchived = new Set(unarchived);
  const others = inOrder.filter((id) => !isUnarchived.has(id));
  const isShown = new Set([...unarchived, ...others.subarray(0, postsPerDocument - unarchived.length)]);
  return inOrder.filter((id) => isShown.has(id));
};

const newestPosts = (
  catalog: Catalog,
  blogId: number,
  newestBy: "first_published_at" | "visible_date",
): Uint32Array => catalog.idsOf({ type: "site.Post", childOf: blogId, newestBy }, anonymousViewer);

/** The one document of a podcast's feed. */
const podcastChunks = (catalog: Catalog, podcastId: number): readonly Chunk[] => [
  { archive: null, older: null, postIds: publicEpisodes(catalog, podcastId) },
];
