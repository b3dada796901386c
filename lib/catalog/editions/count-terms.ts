import type { Edition } from "#lib/pages/edition.ts";
import { isPost } from "#lib/pages/page.ts";
import type { Editions } from "./editions.ts";

/** How many of the posts that the caller may edit have each of the terms that their latest revisions name. */
export const countTerms = <Term>(
  editions: Editions,
  mayEdit: (edition: Edition) => boolean,
  termsOf: (summary: Edition["summary"]) => readonly Term[],
): ReadonlyMap<Term, number> => {
  const counts = new Map<Term, number>();
  for (const edition of editions.byId.values()) {
    if (!isPost(edition.kind) || !mayEdit(edition)) continue;
    for (const term of termsOf(edition.summary)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
};
