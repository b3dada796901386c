import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { CatalogPages } from "./catalog-pages.ts";
import { type Columns, everywhere, type Gate, type PageScope } from "./columns.ts";

/**
 * The posts of the same blog that share most tags with a post, at most `limit` of those the viewer may see.
 * Rare tags count for more; among equals, newer posts come first.
 */
export const postsRelatedTo = (
  { parts: { rows, columns, terms } }: CatalogPages,
  post: Listing,
  limit: number,
  viewer: Viewer,
): readonly Listing[] => {
  const tags = terms.numbersOf(post).filter((number) => terms.groups[number] === "tag");
  const scope = { ...everywhere, childOf: post.parentId };
  const gate = columns.gateOf(viewer);
  return rows.listings(relatedIds(columns, { id: post.id, tags, scope, gate, limit }));
};

interface RelatedQuery {
  readonly id: number;
  /** The numbers of the page's tags. */
  readonly tags: readonly number[];
  /** Where related pages may be, and what the viewer may see. */
  readonly scope: PageScope;
  readonly gate: Gate;
  readonly limit: number;
}

interface Scored {
  readonly id: number;
  readonly score: number;
}

/** Scores by page id during a call; all are 0 between calls. A map would take five times as long. */
let scores = new Float64Array(0);

/** The pages with each of the tags, one tag after the other, during a call. */
let tagged = new Uint32Array(0);

/**
 * The pages that share most tags with a page, the best first, and the newest among equals. A shared tag
 * counts for less the more pages have it. It looks twice at each page with one of the tags, and uses both
 * arrays again, because making them took as long as the looks at 100,000 pages.
 */
const relatedIds = (columns: Columns, query: RelatedQuery): readonly number[] => {
  const { id, tags, scope, gate, limit } = query;
  const isShown = columns.testFor(scope, gate);
  const idsByTag = tags.map((tag) => columns.terms.idsWith(tag));
  const most = idsByTag.reduce((sum, ids) => sum + ids.length, 0);
  if (scores.length < columns.end) scores = new Float64Array(columns.end);
  if (tagged.length < most) tagged = new Uint32Array(most);
  let count = 0;
  for (const ids of idsByTag) {
    const first = count;
    for (const other of ids) if (isShown(other)) tagged[count++] = other;
    const weight = 1 / Math.log2(1 + count - first);
    // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
    for (let at = first; at < count; at++) scores[tagged[at] ?? 0]! += weight;
  }
  scores[id] = 0;
  const comesBefore = (page: number, score: number, known: Scored): boolean =>
    score === known.score ? columns.dates.isNewer(page, known.id) : score > known.score;
  const best: Scored[] = [];
  for (let at = 0; at < count; at++) {
    const other = tagged[at] ?? 0;
    const score = scores[other] ?? 0;
    // This is the page itself, or a page with two of the tags that was counted before.
    if (score === 0) continue;
    scores[other] = 0;
    const last = best[limit - 1];
    if (last && !comesBefore(other, score, last)) continue;
    const place = best.findIndex((known) => comesBefore(other, score, known));
    best.splice(place < 0 ? best.length : place, 0, { id: other, score });
    best.length = Math.min(best.length, limit);
  }
  return best.map((found) => found.id);
};
