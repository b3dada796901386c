import type { Catalog } from "#lib/catalog/catalog.ts";
import { variable } from "#lib/settings/environment.ts";
import type { Chunk } from "./feed-plan.ts";
import { type FeedSource, feedDigest, type ShownWith } from "./feed-source.ts";

interface Remembered {
  /** The versions of everything that the chunk was made from. */
  readonly versions: string;
  readonly digest: string;
}

/**
 * `feedDigest` for a process that asks again and again. It reads the listings of a chunk only where one of
 * them, or something that they were shown with, has another version than before: after a publication in a
 * blog of 10,000 posts those of one chunk instead of 200.
 */
export const rememberedDigests = (): typeof feedDigest => {
  /** Digests by blog and archive, for each catalog, because a rebuilt one may have used versions before. */
  const known = new WeakMap<Catalog, Map<string, Remembered>>();
  return (source, blogId, chunk, shownWith) => {
    const remembered = known.get(source.live) ?? new Map<string, Remembered>();
    known.set(source.live, remembered);
    const place = `${blogId} ${chunk.archive}`;
    const versions = versionsOf(source, blogId, chunk, shownWith);
    const last = remembered.get(place);
    if (last?.versions === versions) return last.digest;
    const digest = feedDigest(source, blogId, chunk, shownWith);
    remembered.set(place, { versions, digest });
    return digest;
  };
};

const versionsOf = (
  { catalog, site, base }: FeedSource,
  blogId: number,
  { older, postIds }: Chunk,
  { pages, media }: ShownWith,
): string => {
  const version = (id: number) => catalog.versionOf(id);
  const ancestors = catalog.listingById(blogId)?.ancestors ?? [];
  const around = JSON.stringify([
    [base, site.version, variable("SITE_POST_BODY_BLOCKS"), older],
    [blogId, ...ancestors, ...pages].map(version),
    media.map(([kind, id]) => catalog.mediaVersionOf(kind, id)),
  ]);
  return around + textOf(postIds) + textOf(postIds.map(version));
};

/** A character for each byte: a tenth of the time that writing the numbers takes. */
const textOf = ({ buffer, byteOffset, byteLength }: Uint32Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
