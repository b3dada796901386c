import type { Change } from "#lib/pages/change.ts";
import type { Edition } from "#lib/pages/edition.ts";
import { isPost } from "#lib/pages/page.ts";
import type { EditionOrder, EditionQuery, PageState } from "#lib/queries/edition-query.ts";
import type { Category } from "#lib/site/site.ts";

/** What an entry of a log says of a page that is to be read. */
interface NotedChange {
  readonly version: number;
  /** True if the page may be deleted, and not only out of the public's sight. */
  readonly mayBeGone: boolean;
}

/** What is known of pages beside their rows: deleted ones with their versions, and what is to be read. */
export interface EditionsMemory {
  readonly gone: readonly (readonly [id: number, version: number])[];
  readonly noted: readonly (readonly [id: number, change: NotedChange])[];
}

/** What editions are ordered by; then by id. Code points, and pages without a visible date first. */
const keyOf: Readonly<Record<EditionOrder["field"], (edition: Edition) => string>> = {
  changed_at: ({ summary }) => summary.savedAt,
  title: ({ summary }) => summary.title,
  visible_date: ({ summary }) => summary.visibleDate ?? "",
};

/**
 * All pages with their drafts, in memory: 1.3 KB each. Entries of the logs only say which pages have changed;
 * their rows are read then, and again until each is as new as its entry.
 */
export class Editions {
  readonly #byId = new Map<number, Edition>();
  readonly #gone = new Map<number, number>();
  readonly #noted = new Map<number, NotedChange>();
  readonly #ordered = new Map<EditionOrder["field"], readonly Edition[]>();

  /** Notes that a page has changed, unless that is known. */
  note(change: Change): void {
    if (change.kind !== "page" && change.kind !== "edit") return;
    const { id, version } = change;
    const known = Math.max(
      this.#byId.get(id)?.version ?? 0,
      this.#gone.get(id) ?? 0,
      this.#noted.get(id)?.version ?? 0,
    );
    if (version <= known) return;
    this.#noted.set(id, { version, mayBeGone: change.kind === "page" && change.listing === null });
  }

  /** The pages to be read. */
  get noted(): readonly number[] {
    return [...this.#noted.keys()];
  }

  /**
   * Takes a page as it was read, or undefined if it was not there. A read may see half of a transaction: a
   * page that is older than its entry, or not there although nothing says that it is gone, stays noted.
   */
  put(id: number, edition: Edition | undefined): void {
    const noted = this.#noted.get(id);
    const version = edition?.version ?? (noted?.mayBeGone ? noted.version : 0);
    if (noted && version >= noted.version) this.#noted.delete(id);
    if (edition && edition.version < (this.#byId.get(id)?.version ?? 0)) return;
    this.#ordered.clear();
    if (edition) this.#byId.set(id, edition);
    else this.#byId.delete(id);
    if (!edition && version > 0) this.#gone.set(id, version);
  }

  /** Takes pages that nothing is known of yet. */
  putAll(editions: readonly Edition[]): void {
    for (const edition of editions) this.#byId.set(edition.id, edition);
  }

  save(): EditionsMemory {
    return { gone: [...this.#gone], noted: [...this.#noted] };
  }

  /** Takes what {@link save} gave, in addition. */
  load({ gone, noted }: EditionsMemory): void {
    for (const [id, version] of gone) this.#gone.set(id, version);
    for (const [id, change] of noted) this.#noted.set(id, change);
  }

  /** Every page, the root included. */
  get byId(): ReadonlyMap<number, Edition> {
    return this.#byId;
  }

  /** Every page but the root, in this order. Sorted once after each change: 20 ms for 10,000 pages. */
  inOrder({ field, descending }: EditionOrder): readonly Edition[] {
    const ascending = this.#ordered.get(field) ?? this.#sorted(keyOf[field]);
    this.#ordered.set(field, ascending);
    return descending ? ascending.toReversed() : ascending;
  }

  #sorted(keyOfEach: (edition: Edition) => string): readonly Edition[] {
    return [...this.#byId.values()]
      .filter(({ kind }) => kind !== "root")
      .map((edition) => ({ edition, key: keyOfEach(edition) }))
      .sort((one, other) => {
        if (one.key === other.key) return one.edition.id - other.edition.id;
        return one.key < other.key ? -1 : 1;
      })
      .map(({ edition }) => edition);
  }
}

interface FindingContext {
  readonly categories: readonly Category[];
  /** By id; needed if the query names an author. */
  readonly usernames: ReadonlyMap<number | null, string>;
  readonly mayEdit: (edition: Edition) => boolean;
}

const isInState: Readonly<Record<PageState, (edition: Edition) => boolean>> = {
  draft: ({ live }) => !live,
  live: ({ live }) => live,
  changed: ({ live, unpublishedChanges }) => live && unpublishedChanges,
  scheduled: ({ schedule }) => schedule !== null,
  locked: ({ lock }) => lock !== null,
  workflow: ({ workflow }) => workflow !== null,
};

/** What a query asks for and the caller may edit, in order. CPU for 10,000 pages: 4 ms, 10 with `q`. */
export const findEditions = (
  editions: Editions,
  query: EditionQuery,
  { categories, usernames, mayEdit }: FindingContext,
): readonly Edition[] => {
  const { parent, kinds, state, part, slug, tag, category, author, source, changedSince, order } = query;
  const named = categories.filter((each) => each.slug === category || String(each.id) === category);
  const categoryIds = new Set(named.map(({ id }) => id));
  const isAsked = (edition: Edition): boolean => {
    const { summary } = edition;
    return (
      kinds.has(edition.kind) &&
      (parent === undefined || edition.parentId === parent) &&
      (state === undefined || isInState[state](edition)) &&
      (part === "" || wordsOf(edition).includes(part)) &&
      (slug === undefined || edition.draftSlug === slug || edition.slug === slug) &&
      (tag === undefined || summary.tags.includes(tag)) &&
      (category === undefined || summary.categories.some((id) => categoryIds.has(id))) &&
      (author === undefined || usernames.get(summary.savedBy) === author) &&
      (source === undefined || summary.source?.name === source) &&
      (changedSince === undefined || summary.savedAt >= changedSince)
    );
  };
  return editions.inOrder(order).filter((edition) => isAsked(edition) && mayEdit(edition));
};

const wordsOf = ({ summary, slug, draftSlug }: Edition): string =>
  `${summary.title}\n${draftSlug}\n${slug}`.toLowerCase();

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
