import type { Change } from "#lib/pages/change.ts";

export type ListingChange = Extract<Change, { kind: "page" }>;

interface Known {
  /** The known version of a page; 0 for pages never seen. */
  readonly versionOf: (pageId: number) => number;
  /** The highest version of the site data so far. */
  readonly siteVersion: number;
}

interface NewestChanges {
  /** By page id, the last change of each page that is newer than what is known of it. */
  readonly pages: ReadonlyMap<number, ListingChange>;
  readonly media: readonly Extract<Change, { kind: "media" }>[];
  readonly siteVersion: number;
}

/** The changes that count among some, which may come in any order, also again. */
export const newestOf = (changes: Iterable<Change>, known: Known): NewestChanges => {
  const pages = new Map<number, ListingChange>();
  const media: Extract<Change, { kind: "media" }>[] = [];
  let { siteVersion } = known;
  for (const change of changes) {
    if (change.kind === "site") siteVersion = Math.max(siteVersion, change.version);
    if (change.kind === "media") media.push(change);
    if (change.kind !== "page") continue;
    const newest = pages.get(change.id)?.version ?? known.versionOf(change.id);
    if (change.version > newest) pages.set(change.id, change);
  }
  return { pages, media, siteVersion };
};
