import type { Columns, Gate, PageScope } from "./columns.ts";

export interface RelatedQuery {
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

/** By page id, of the call that runs; all are 0 between calls. A map would take five times as long. */
let scores = new Float64Array(0);

/**
 * The pages that share most tags with a page, the best first, and the newest among equals. A shared tag
 * counts for less the more pages have it. Two looks at each page with one of the tags.
 */
export const relatedIds = (columns: Columns, query: RelatedQuery): readonly number[] => {
  const { id, tags, scope, gate, limit } = query;
  const tagged = tags.map((tag) => columns.select(columns.terms.idsWith(tag), scope, gate));
  if (scores.length < columns.end) scores = new Float64Array(columns.end);
  for (const ids of tagged) {
    const weight = 1 / Math.log2(1 + ids.length);
    for (const other of ids) scores[other]! += weight;
  }
  scores[id] = 0;
  const comesBefore = (page: number, score: number, known: Scored): boolean =>
    score === known.score ? columns.isNewer(page, known.id) : score > known.score;
  const best: Scored[] = [];
  for (const ids of tagged)
    for (const other of ids) {
      const score = scores[other]!;
      // The page itself, or one with two of the tags, which has been looked at.
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
