import type { Change } from "#lib/pages/change.ts";
import type { EditorListing } from "#lib/pages/editor-listing.ts";
import { isPost } from "#lib/pages/page.ts";
import type { EditorPageOrder, EditorPageQuery, PageState } from "#lib/queries/editor-page-query.ts";
import type { Category } from "#lib/site/site.ts";

/** What an entry of a log says of a page whose row is to be read. */
interface NotedChange {
  readonly version: number;
  /** True if the page may be deleted, and not only out of the public's sight. */
  readonly mayBeGone: boolean;
}

/**
 * What is kept besides the listings: the versions of deleted pages, and the pages whose rows are to be read.
 */
export interface EditorListingsMemory {
  readonly gone: readonly (readonly [id: number, version: number])[];
  readonly noted: readonly (readonly [id: number, change: NotedChange])[];
}

/** What listings are ordered by; then by id. Code points, and pages without a visible date first. */
const keyOf: Readonly<Record<EditorPageOrder["field"], (listing: EditorListing) => string>> = {
  changed_at: ({ latest }) => latest.savedAt,
  title: ({ latest }) => latest.title,
  visible_date: ({ latest }) => latest.visibleDate ?? "",
};

/**
 * The listings for editors of all pages, in memory: 1.3 KB each. Entries of the logs only say which pages
 * have changed; their rows are read then, and again until each is as new as its entry.
 */
export class EditorListings {
  readonly #byId = new Map<number, EditorListing>();
  readonly #gone = new Map<number, number>();
  readonly #noted = new Map<number, NotedChange>();
  readonly #ordered = new Map<EditorPageOrder["field"], readonly EditorListing[]>();

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
  put(id: number, listing: EditorListing | undefined): void {
    const noted = this.#noted.get(id);
    const version = listing?.version ?? (noted?.mayBeGone ? noted.version : 0);
    if (noted && version >= noted.version) this.#noted.delete(id);
    if (listing && listing.version < (this.#byId.get(id)?.version ?? 0)) return;
    this.#ordered.clear();
    if (listing) this.#byId.set(id, listing);
    else this.#byId.delete(id);
    if (!listing && version > 0) this.#gone.set(id, version);
  }

  /** Adds pages that are new to it. */
  putAll(listings: readonly EditorListing[]): void {
    for (const listing of listings) this.#byId.set(listing.id, listing);
  }

  save(): EditorListingsMemory {
    return { gone: [...this.#gone], noted: [...this.#noted] };
  }

  /** Adds what {@link save} gave. */
  load({ gone, noted }: EditorListingsMemory): void {
    for (const [id, version] of gone) this.#gone.set(id, version);
    for (const [id, change] of noted) this.#noted.set(id, change);
  }

  /** Every page, the root included. */
  get byId(): ReadonlyMap<number, EditorListing> {
    return this.#byId;
  }

  /** Every page but the root, in this order. Sorted once after each change: 20 ms for 10,000 pages. */
  inOrder({ field, descending }: EditorPageOrder): readonly EditorListing[] {
    const ascending = this.#ordered.get(field) ?? this.#sorted(keyOf[field]);
    this.#ordered.set(field, ascending);
    return descending ? ascending.toReversed() : ascending;
  }

  #sorted(keyOfEach: (listing: EditorListing) => string): readonly EditorListing[] {
    return [...this.#byId.values()]
      .filter(({ kind }) => kind !== "root")
      .map((listing) => ({ listing, key: keyOfEach(listing) }))
      .sort((one, other) => {
        if (one.key === other.key) return one.listing.id - other.listing.id;
        return one.key < other.key ? -1 : 1;
      })
      .map(({ listing }) => listing);
  }
}

interface FindingContext {
  readonly categories: readonly Category[];
  /** By id; needed if the query names an author. */
  readonly usernames: ReadonlyMap<number | null, string>;
  readonly mayEdit: (listing: EditorListing) => boolean;
  /** The pages that use what the query names; undefined if it names nothing. */
  readonly using: ReadonlySet<number> | undefined;
}

const isInState: Readonly<Record<PageState, (listing: EditorListing) => boolean>> = {
  draft: ({ live }) => !live,
  live: ({ live }) => live,
  changed: ({ live, unpublishedChanges }) => live && unpublishedChanges,
  scheduled: ({ schedule }) => schedule !== null,
  locked: ({ lock }) => lock !== null,
  workflow: ({ workflow }) => workflow !== null,
};

/** What a query asks for and the caller may edit, in order. CPU for 10,000 pages: 4 ms, 10 with `q`. */
export const findEditorListings = (
  listings: EditorListings,
  query: EditorPageQuery,
  { categories, usernames, mayEdit, using }: FindingContext,
): readonly EditorListing[] => {
  const { parent, kinds, state, part, slug, tag, category, author, source, changedSince, order } = query;
  const named = categories.filter((each) => each.slug === category || String(each.id) === category);
  const categoryIds = new Set(named.map(({ id }) => id));
  const isAsked = (listing: EditorListing): boolean => {
    const { latest } = listing;
    return (
      kinds.has(listing.kind) &&
      (using === undefined || using.has(listing.id)) &&
      (parent === undefined || listing.parentId === parent) &&
      (state === undefined || isInState[state](listing)) &&
      (part === "" || wordsOf(listing).includes(part)) &&
      (slug === undefined || listing.draftSlug === slug || listing.slug === slug) &&
      (tag === undefined || latest.tags.includes(tag)) &&
      (category === undefined || latest.categories.some((id) => categoryIds.has(id))) &&
      (author === undefined || usernames.get(latest.savedBy) === author) &&
      (source === undefined || latest.source?.name === source) &&
      (changedSince === undefined || latest.savedAt >= changedSince)
    );
  };
  return listings.inOrder(order).filter((listing) => isAsked(listing) && mayEdit(listing));
};

const wordsOf = ({ latest, slug, draftSlug }: EditorListing): string =>
  `${latest.title}\n${draftSlug}\n${slug}`.toLowerCase();

/** How many of the posts that the caller may edit have each of the terms that their latest revisions name. */
export const countTerms = <Term>(
  listings: EditorListings,
  mayEdit: (listing: EditorListing) => boolean,
  termsOf: (latest: EditorListing["latest"]) => readonly Term[],
): ReadonlyMap<Term, number> => {
  const counts = new Map<Term, number>();
  for (const listing of listings.byId.values()) {
    if (!isPost(listing) || !mayEdit(listing)) continue;
    for (const term of termsOf(listing.latest)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
};
