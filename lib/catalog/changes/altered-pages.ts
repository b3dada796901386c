import type { Catalog } from "#lib/catalog/catalog.ts";
import { certain } from "#lib/certain.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { type Change, type NumberedChange, type SharedState, sharedStateOf } from "#lib/pages/change.ts";
import { kindsThat, type PageKind, rootPageId } from "#lib/pages/page.ts";

/** Kinds of pages that can have other pages below them. */
const containers: ReadonlySet<PageKind> = new Set(kindsThat(({ holds }) => holds.length > 0));

/** Where and when something was changed: the entry of the log, 0 for changes that are not in it. */
export interface Cause {
  readonly number: number;
  readonly atMs: number;
}

/** A page whose answers to strangers may have changed. The cause is the newest change that altered them. */
export interface AlteredPage extends Cause {
  readonly id: number;
  readonly kind: PageKind;
  readonly change: "published" | "updated" | "unpublished" | "deleted";
}

export interface WhatIsKnown {
  /** True if the changes may lack some of the restrictions of pages that have others below them. */
  readonly mayLackRestrictions: boolean;
  /** Set if something beside the log has altered the answers about all pages. */
  readonly everyPage?: Cause | undefined;
}

type PageEntry = Extract<Change, { kind: "page" }> & Cause;

/**
 * Lists every page whose answers to strangers the changes may have altered, with what the catalog knows of it
 * now, in the order of the causes and then of the ids. The catalog must have applied the changes; it may know
 * later ones. Leaves out pages that strangers could not see at any time during the changes.
 */
export const alteredPages = (
  catalog: Catalog,
  changes: readonly NumberedChange[],
  { mayLackRestrictions, everyPage }: WhatIsKnown,
): readonly AlteredPage[] => {
  const causes = new Map<number, Cause>();
  const mark = (ids: Iterable<number>, cause: Cause): void => {
    for (const id of ids) {
      const known = causes.get(id);
      if (!known || cause.number > known.number) causes.set(id, cause);
    }
  };
  const history = new PageHistory(catalog, changes, mayLackRestrictions);
  const posts = new Users(catalog);
  if (everyPage) mark(catalog.publicIds(), everyPage);
  for (const { change, number, writtenAtMs } of changes) {
    const cause = { number, atMs: writtenAtMs };
    if (change.kind === "page") mark(alteredByPage(catalog, posts, change), cause);
    if (change.kind === "media") mark(posts.using(change.mediaKind, [change.id]), cause);
    if (change.kind === "site") mark(alteredBySite(catalog, posts, change), cause);
  }
  return toldOf(catalog, history, causes).sort(
    (one, other) => one.number - other.number || one.id - other.id,
  );
};

function* alteredByPage(
  catalog: Catalog,
  posts: Users,
  { id, listing, before }: Extract<Change, { kind: "page" }>,
): Generator<number> {
  yield id;
  const kind = listing?.kind ?? before?.kind;
  const parent = listing?.parentId ?? before?.ancestors.at(-1);
  // A podcast has a feed for each audio format of its episodes.
  if (kind === "episode" && parent) yield parent;
  const after = listing && sharedStateOf(listing);
  const isMoved = !before || before.slug !== after?.slug;
  const isHiddenOrShown = !before || before.live !== (after?.live ?? false);
  const hasPages = kind === undefined || containers.has(kind);
  const below = hasPages ? catalog.idsBelow(id) : [];
  if (isMoved || isHiddenOrShown || before.open !== after?.open || before.passedOn !== after.passedOn)
    yield* below;
  // No other page links to a new one.
  if (before !== null && (isMoved || isHiddenOrShown)) {
    yield* posts.using("page", isMoved ? [id, ...below] : [id]);
  }
}

function* alteredBySite(
  catalog: Catalog,
  posts: Users,
  { alters }: Extract<Change, { kind: "site" }>,
): Generator<number> {
  if (!alters || alters.everyPage) yield* catalog.publicIds();
  yield* catalog.idsWithCategories(alters?.categories ?? []);
  for (const kind of mediaKinds) {
    yield* posts.using(kind, catalog.mediaIdsIn(kind, alters?.collections ?? []));
  }
}

/** Finds the posts that use objects. Those whose listings do not say what they use count as users of all. */
class Users {
  readonly #catalog: Catalog;
  #unknown: readonly number[] | undefined;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  *using(kind: MediaKind | "page", ids: readonly number[]): Generator<number> {
    if (ids.length === 0) return;
    yield* this.#catalog.idsUsing(kind, ids);
    this.#unknown ??= this.#catalog.idsWithoutListedContent();
    yield* this.#unknown;
  }
}

/** The states that pages had in the time of the changes. */
class PageHistory {
  readonly #catalog: Catalog;
  readonly #entries: ReadonlyMap<number, readonly PageEntry[]>;
  readonly #mayLackRestrictions: boolean;
  readonly #mayLackSite: boolean;

  constructor(catalog: Catalog, changes: readonly NumberedChange[], mayLackRestrictions: boolean) {
    const entries = changes.flatMap(({ change, number, writtenAtMs }) =>
      change.kind === "page" ? [{ ...change, number, atMs: writtenAtMs }] : [],
    );
    this.#catalog = catalog;
    this.#entries = Map.groupBy(
      entries.toSorted((one, other) => one.version - other.version),
      ({ id }) => id,
    );
    this.#mayLackRestrictions = mayLackRestrictions;
    this.#mayLackSite = entries.some(({ listing, before }) => (listing ?? before)?.kind === "home");
  }

  /** The newest change of a page itself. */
  lastOf(id: number): PageEntry | undefined {
    return this.#entries.get(id)?.at(-1);
  }

  kindOf(id: number): PageKind | undefined {
    const entry = this.#entries.get(id)?.findLast(({ listing, before }) => listing ?? before);
    return (entry?.listing ?? entry?.before)?.kind;
  }

  /** False only if strangers cannot have seen the page at any time. */
  mayHaveBeenSeen(id: number): boolean {
    // Entries of earlier versions do not say where a deleted page was.
    if (this.#entries.get(id)?.some(({ listing, before }) => !listing && before === undefined)) return true;
    const path = this.#pathOf(id);
    return (
      (this.#mayLackSite || path.includes(this.#catalog.sitePageId)) &&
      (this.#catalog.isLive(id) || this.#wasEver(id, ({ live }) => live)) &&
      path.every((each) => this.#mayHaveBeenOpen(each))
    );
  }

  /** True if strangers could see the page before all changes, or if that is unknown. */
  wasSeenBefore(id: number): boolean {
    const [own] = this.#entries.get(id) ?? [];
    const wasLive = own
      ? own.before === undefined
        ? true
        : (own.before?.live ?? false)
      : this.#catalog.isLive(id);
    return wasLive && this.#pathOf(id).every((each) => this.#wasOpenBefore(each));
  }

  #wasOpenBefore(id: number): boolean {
    const [first] = this.#entries.get(id) ?? [];
    if (!first) return !this.#catalog.isRestricted(id);
    return first.before?.open ?? true;
  }

  #mayHaveBeenOpen(id: number): boolean {
    // The catalog knows nothing of a deleted page; the changes do.
    const isGone = this.#catalog.kindOf(id) === undefined && this.#entries.has(id);
    const isOpen = !isGone && !this.#catalog.isRestricted(id);
    if (isOpen || this.#wasEver(id, ({ open }) => open)) return true;
    return this.#mayLackRestrictions && this.#catalog.restrictedContainers().includes(id);
  }

  #wasEver(id: number, holds: (state: SharedState) => boolean): boolean {
    return (this.#entries.get(id) ?? []).some(
      ({ listing, before }) =>
        before === undefined || (before && holds(before)) || (listing && holds(sharedStateOf(listing))),
    );
  }

  /** The page's id, and those above it. */
  #pathOf(id: number): readonly number[] {
    const above = this.#catalog.idsAbove(id);
    if (above.length > 0) return [id, ...above];
    const entry = this.#entries.get(id)?.findLast(({ before }) => before);
    return [id, ...(entry?.before?.ancestors ?? [])];
  }
}

const toldOf = (
  catalog: Catalog,
  history: PageHistory,
  causes: ReadonlyMap<number, Cause>,
): AlteredPage[] => {
  const told: AlteredPage[] = [];
  const ids = [...causes.keys()].filter((id) => id !== rootPageId);
  const seen = new Set(catalog.publicIds(ids));
  for (const id of ids) {
    const cause = certain(causes.get(id));
    if (seen.has(id)) {
      const kind = certain(catalog.kindOf(id));
      told.push({ id, kind, change: history.wasSeenBefore(id) ? "updated" : "published", ...cause });
    } else if (history.mayHaveBeenSeen(id)) {
      const kind = catalog.kindOf(id) ?? history.kindOf(id) ?? "post";
      const change = history.lastOf(id)?.deleted ? "deleted" : "unpublished";
      told.push({ id, kind, change, ...cause });
    }
  }
  return told;
};
