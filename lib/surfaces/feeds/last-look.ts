import type { Catalog } from "#lib/catalog/catalog.ts";
import { isStillAhead } from "#lib/clock.ts";
import type { Files } from "#lib/files/files.ts";
import { chunkName } from "./feed-plan.ts";
import type { feedDigest } from "./feed-scene.ts";
import type { FeedState } from "./feed-state.ts";
import type { FrozenSite, PlannedFeed } from "./frozen-site.ts";

/** What a pass over all feeds has seen stored that had nothing to do. */
export interface LastLook {
  readonly files: Files;
  readonly catalog: Catalog;
  /** Where the site was. */
  readonly base: string;
  /** Since the epoch: a Lambda's own clocks may stand still between its runs. */
  readonly atMs: number;
  /** By the blog's id. */
  readonly made: ReadonlyMap<number, FeedState["chunks"]>;
}

/** Well below the minute within which a job mends what another one has lost. */
const trustedMs = 30_000;

/**
 * True while a look at these files is recent and feeds are to say what they said then. So nobody lists and
 * reads files for a draft, a comment, and whatever else feeds do not show: for 10,000 posts that takes ten
 * times as long.
 */
export const isStillTrue = (
  { files: lookedAt, catalog, base, atMs, made }: LastLook,
  files: Files,
  { scene, feeds }: Pick<FrozenSite, "scene" | "feeds">,
  digestOf: typeof feedDigest,
): boolean => {
  const isRecent = isStillAhead(atMs + trustedMs, trustedMs);
  const isSame = files === lookedAt && scene.live === catalog && scene.base === base;
  if (!isRecent || !isSame) return false;
  const isAsMade = ({ blog, chunks }: PlannedFeed): boolean => {
    const known = made.get(blog.id) ?? {};
    if (chunks.length !== Object.keys(known).length) return false;
    return chunks.every((chunk) => {
      const { from, shownWith } = known[chunkName(chunk)] ?? {};
      return shownWith && from === digestOf(scene, blog.id, chunk, shownWith);
    });
  };
  return feeds.size === made.size && [...feeds.values()].every(isAsMade);
};
