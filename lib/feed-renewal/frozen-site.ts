import type { Catalog } from "#lib/catalog/catalog.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { FrozenCatalog } from "#lib/catalog/frozen-catalog.ts";
import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import { clock, isStillAhead } from "#lib/clock.ts";
import type { Files } from "#lib/files/files.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { publicOrigin } from "#lib/settings/site.ts";
import type { Site } from "#lib/site/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { type Chunk, chunkName, chunksOf, publicContainers } from "./feed-plan.ts";
import type { FeedSource, feedDigest } from "./feed-source.ts";
import type { FeedState } from "./feed-state.ts";

/** The site as it is, until the next `await`. */
export interface SiteNow {
  readonly catalog: Catalog;
  readonly site: Site;
  /** The origin of all addresses, without a trailing slash. */
  readonly base: string;
  /** The position up to which the change log had been read. */
  readonly position: LogPosition;
  readonly anchor: Anchor | undefined;
}

/** The site as it was at one time; to be disposed of. */
export interface FrozenSite extends Disposable {
  readonly source: FeedSource;
  readonly position: LogPosition;
  /** The blogs and podcasts that had feeds, by page id. */
  readonly feeds: ReadonlyMap<number, PlannedFeed>;
  readonly takenAtMs: number;
  /** True once the catalog has anything newer. */
  readonly hasPassed: () => boolean;
}

/** A public blog or podcast, and the documents of its feed. */
export interface PlannedFeed {
  readonly blog: Listing;
  readonly chunks: readonly Chunk[];
}

/** The site as it is now; undefined while nobody has said at which address it is. */
export const siteNow = async (): Promise<SiteNow | undefined> => {
  for (;;) {
    const { catalog, position, anchor } = await catalogNow();
    const { state } = catalog;
    const site = await siteAt(catalog.siteVersion);
    const base = site.settings.baseUrl ?? publicOrigin();
    if (base === undefined) return undefined;
    if (catalog.state === state) return { catalog, site, base, position, anchor };
  }
};

/**
 * Takes from the catalog what feeds need, so that nothing that is applied to it meanwhile makes a document of
 * two states of the site. Contents are not taken: those that are read later are of the same revisions, or of
 * newer ones.
 */
export const freezeSite = ({ catalog, site, base, position }: SiteNow): FrozenSite => {
  const { state } = catalog;
  const pages = new FrozenCatalog(catalog);
  const planned = publicContainers(catalog).map((blog): [number, PlannedFeed] => [
    blog.id,
    { blog, chunks: chunksOf(catalog, blog) },
  ]);
  return {
    source: { catalog: pages, live: catalog, site, base },
    position,
    feeds: new Map(planned),
    takenAtMs: clock.monotonicMs(),
    hasPassed: () => catalog.state !== state,
    [Symbol.dispose]: () => pages[Symbol.dispose](),
  };
};

/**
 * The time for which documents are made from one frozen site. Many take minutes, and what is withdrawn
 * meanwhile must not be stored then.
 */
const youngMs = 10_000;

/** The frozen sites from which a run makes documents, one after the other. Disposes of all but the first. */
export const frozenSitesFrom = (first: FrozenSite) => {
  let last = first;
  const leave = (): void => {
    if (last !== first) last[Symbol.dispose]();
  };
  /** The site as it is now, or the last one if the site has no address any more. */
  const newer = async (): Promise<FrozenSite> => {
    const site = await siteNow();
    if (!site) return last;
    leave();
    last = freezeSite(site);
    return last;
  };
  return {
    young: async (): Promise<FrozenSite> => (clock.monotonicMs() - last.takenAtMs > youngMs ? newer() : last),
    newer,
    [Symbol.dispose]: leave,
  };
};

/** @see frozenSitesFrom */
export type FrozenSites = ReturnType<typeof frozenSitesFrom>;

/** The stored feeds that a pass has seen which had nothing to do. */
export interface LastLook {
  readonly files: Files;
  readonly catalog: Catalog;
  /** The address of the site then. */
  readonly base: string;
  /** Since the epoch: a Lambda's own clocks may stand still between its runs. */
  readonly atMs: number;
  /** The chunks by the blog's id. */
  readonly made: ReadonlyMap<number, FeedState["chunks"]>;
}

/** Much less than the minute within which a job repairs what another one has lost. */
const trustedMs = 30_000;

/**
 * True while the last look at these files is recent, and feeds would say what they said then. So nobody lists
 * and reads files because of a draft, a comment, or another change that feeds do not show: for 10,000 posts
 * that takes ten times as long.
 */
export const isStillTrue = (
  { files: lookedAt, catalog, base, atMs, made }: LastLook,
  files: Files,
  { source, feeds }: Pick<FrozenSite, "source" | "feeds">,
  digestOf: typeof feedDigest,
): boolean => {
  const isRecent = isStillAhead(atMs + trustedMs, trustedMs);
  const isSame = files === lookedAt && source.live === catalog && source.base === base;
  if (!isRecent || !isSame) return false;
  const isAsMade = ({ blog, chunks }: PlannedFeed): boolean => {
    const known = made.get(blog.id) ?? {};
    if (chunks.length !== Object.keys(known).length) return false;
    return chunks.every((chunk) => {
      const { from, shownWith } = known[chunkName(chunk)] ?? {};
      return shownWith && from === digestOf(source, blog.id, chunk, shownWith);
    });
  };
  return feeds.size === made.size && [...feeds.values()].every(isAsMade);
};
