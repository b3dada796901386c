import { marksOf } from "#lib/catalog/database/marks.ts";
import { certain } from "#lib/certain.ts";
import { type PageKind, rootPageId } from "#lib/pages/page.ts";
import { passesRestriction, type Restriction, type Viewer } from "#lib/pages/restriction.ts";
import { dayMs } from "#lib/timezone.ts";
import { startOf, VisibleDays } from "./days.ts";
import { countFirst, InstantOrder } from "./id-arrays.ts";
import { type Days, isAnyDay, type Needs, noNeeds } from "./narrowing.ts";
import type { PageInColumns } from "./page-in-columns.ts";
import { buildTree, type PageTree } from "./page-tree.ts";
import { lacksNone, TermLists } from "./term-lists.ts";

export interface PageScope {
  readonly kinds: ReadonlySet<PageKind>;
  readonly childOf: number | null;
  readonly descendantOf: number | null;
  readonly ancestorOf: number | null;
}

/** The restriction that keeps a viewer from a page, and the page it is set on: this one or one above it. */
export interface BlockingRestriction {
  readonly pageId: number;
  readonly restriction: Restriction;
}

/** Up to this many ids are sorted directly; for more, an order of all ids is filtered. */
const fewToSort = 2_000;

/** True if the viewer passes all restrictions on the path of the page with this id, the guard. */
export type Gate = (guard: number) => boolean;

const kindBits: Record<PageKind, number> = { root: 1, home: 2, blog: 4, podcast: 8, post: 16, episode: 32 };

const maskOf = (kinds: Iterable<PageKind>): number => {
  let mask = 0;
  for (const kind of kinds) mask |= kindBits[kind];
  return mask;
};

export type InstantField = "first_published_at" | "visible_date";

/** True for the fields whose order the columns keep. */
export const isInstantField = (field: string): field is InstantField =>
  field === "first_published_at" || field === "visible_date";

/** Pages without a date come first. */
const never = Number.NEGATIVE_INFINITY;

/** NaN differs from every instant, itself included, so that the first `put` always counts as a change. */
const unknownInstants = (size: number): Float64Array<ArrayBuffer> => new Float64Array(size).fill(Number.NaN);

/**
 * What lists ask about every page, in dense arrays by page id. About 66 bytes a page and four a term (eight
 * once a list is narrowed), so that one pass filters and counts 100,000 pages in a millisecond or two. Tree
 * order, guards and the site's root page are computed on demand, after a page has come, gone or moved, or has
 * got or lost a restriction.
 */
export class Columns {
  #kind = new Uint8Array(1024);
  /** The kind of live pages, 0 for others. */
  #liveKind = new Uint8Array(1024);
  #parent = new Uint32Array(1024);
  #version = new Uint32Array(1024);
  /** The version of live pages, 0 for others. */
  #liveVersion = new Uint32Array(1024);
  #instants: Record<InstantField | "last_published_at", Float64Array<ArrayBuffer>> = {
    first_published_at: unknownInstants(1024),
    last_published_at: unknownInstants(1024),
    visible_date: unknownInstants(1024),
  };
  readonly #orders: Readonly<Record<InstantField, InstantOrder>> = {
    first_published_at: new InstantOrder((id) => this.#instants.first_published_at[id] ?? 0),
    visible_date: new InstantOrder((id) => this.#instants.visible_date[id] ?? 0),
  };
  readonly #days = new VisibleDays((id) => this.#instants.visible_date[id] ?? 0);
  #restrictions = new Map<number, Restriction>();
  readonly terms = new TermLists();
  #tree: PageTree | undefined;
  #sitePageId: number | undefined;

  /** The content for {@link load}: the arrays themselves, no copies. */
  save() {
    return {
      kind: this.#kind,
      liveKind: this.#liveKind,
      parent: this.#parent,
      version: this.#version,
      liveVersion: this.#liveVersion,
      instants: this.#instants,
      firstPublished: this.#orders.first_published_at.ids,
      visible: this.#orders.visible_date.ids,
      restrictions: this.#restrictions,
      terms: this.terms.save(),
    };
  }

  /** Replaces the content with a saved one. */
  load(saved: ReturnType<Columns["save"]>): void {
    this.#kind = saved.kind;
    this.#liveKind = saved.liveKind;
    this.#parent = saved.parent;
    this.#version = saved.version;
    this.#liveVersion = saved.liveVersion;
    this.#instants = saved.instants;
    this.#orders.first_published_at.load(saved.firstPublished);
    this.#orders.visible_date.load(saved.visible);
    this.#days.forget();
    this.#restrictions = saved.restrictions;
    this.terms.load(saved.terms);
    this.#forgetTree();
  }

  put(page: PageInColumns): void {
    const { id, version, kind, live, parentId, restriction } = page;
    this.#makeRoom(id);
    if (!this.#isLinkedAs(page)) this.#forgetTree();
    this.#kind[id] = kindBits[kind];
    this.#liveKind[id] = live ? kindBits[kind] : 0;
    this.#parent[id] = parentId ?? 0;
    this.#instants.last_published_at[id] = page.lastPublishedMs ?? never;
    this.#putInOrder("first_published_at", id, page.firstPublishedMs ?? never);
    this.#putInOrder("visible_date", id, page.visibleMs ?? never);
    this.#version[id] = version;
    this.#liveVersion[id] = live ? version : 0;
    this.terms.put(id, page.terms);
    if (restriction) this.#restrictions.set(id, restriction);
    else this.#restrictions.delete(id);
  }

  putGone(id: number, version: number): void {
    this.#makeRoom(id);
    this.#kind[id] = 0;
    this.#liveKind[id] = 0;
    this.#parent[id] = 0;
    this.#version[id] = version;
    this.#liveVersion[id] = 0;
    this.terms.put(id, []);
    this.#restrictions.delete(id);
    this.#forgetTree();
  }

  /** An exclusive upper bound of ids. */
  get end(): number {
    return this.#kind.length;
  }

  /** The known version of a page, deleted ones included; 0 for pages never seen. */
  versionOf(id: number): number {
    return this.#version[id] ?? 0;
  }

  /** By page id, the versions of live pages; 0 or undefined for others. */
  get liveVersions(): Uint32Array {
    return this.#liveVersion;
  }

  /** The parent's id; 0 for none. */
  parentOf(id: number): number {
    return this.#parent[id] ?? 0;
  }

  /** Undefined for pages that are not there. */
  kindOf(id: number): PageKind | undefined {
    const bit = this.#kind[id] ?? 0;
    return (Object.keys(kindBits) as PageKind[]).find((kind) => kindBits[kind] === bit);
  }

  isLive(id: number): boolean {
    return (this.#liveKind[id] ?? 0) !== 0;
  }

  /** True if the page has a restriction of its own. */
  isRestricted(id: number): boolean {
    return this.#restrictions.has(id);
  }

  /** The ids of pages with a restriction of their own that are of these kinds, ascending. */
  restrictedIds(kinds: Iterable<PageKind>): readonly number[] {
    const mask = maskOf(kinds);
    return [...this.#restrictions.keys()]
      .filter((id) => ((this.#kind[id] ?? 0) & mask) !== 0)
      .sort((a, b) => a - b);
  }

  get tree(): PageTree {
    this.#tree ??= buildTree({
      listed: this.#kind,
      parent: this.#parent,
      restricted: this.#restrictions.keys(),
    });
    return this.#tree;
  }

  /** The site's root page, which is the first home page below the root; 0 while there is none. */
  get sitePageId(): number {
    const isSitePage = (id: number) => this.#kind[id] === kindBits.home && this.#parent[id] === rootPageId;
    this.#sitePageId ??= this.tree.order.find(isSitePage) ?? 0;
    return this.#sitePageId;
  }

  /** The ids of all pages of the kinds in tree order, drafts included. */
  idsOf(kinds: Iterable<PageKind>): Uint32Array {
    const mask = maskOf(kinds);
    return this.tree.order.filter((id) => ((this.#kind[id] ?? 0) & mask) !== 0);
  }

  /** All ids, deleted pages included, ordered by an instant and then by id, both in this direction. */
  idsByInstant(field: InstantField, descending: boolean): Uint32Array {
    const order = this.#orders[field];
    return descending ? order.idsBackwards : order.ids;
  }

  /** Orders ids by visible date, newest first, then by id descending; pages without a date come last. */
  newestFirst(ids: Uint32Array): Uint32Array {
    if (ids.length > fewToSort)
      return this.window(ids, this.idsByInstant("visible_date", true), 0, ids.length);
    const visible = this.#instants.visible_date;
    return ids.toSorted((one, other) => (visible[other] ?? 0) - (visible[one] ?? 0) || other - one);
  }

  /**
   * The ids published last, latest first. It begins at the end, where new pages are, so few have to be
   * inserted.
   */
  publishedLast(ids: Uint32Array, limit: number): readonly number[] {
    const published = this.#instants.last_published_at;
    const isLater = (one: number, other: number): boolean =>
      (published[one] ?? 0) > (published[other] ?? 0) || (published[one] === published[other] && one > other);
    const latest: number[] = [];
    for (let index = ids.length - 1; index >= 0; index--) {
      const id = ids[index] ?? 0;
      if (latest.length === limit && !isLater(id, latest[limit - 1] ?? 0)) continue;
      const place = latest.findIndex((other) => isLater(id, other));
      latest.splice(place === -1 ? latest.length : place, 0, id);
      latest.length = Math.min(latest.length, limit);
    }
    return latest;
  }

  /** Orders ids as in `order`, and cuts the window. One pass over each, up to the window's end. */
  window(ids: Uint32Array, order: Uint32Array, offset: number, limit: number): Uint32Array {
    const isListed = marksOf(ids, this.end);
    const shown = new Uint32Array(Math.min(limit, ids.length));
    let [passed, count] = [0, 0];
    for (let index = 0; index < order.length && count < shown.length; index++) {
      const id = order[index] ?? 0;
      if (isListed[id] === 1 && ++passed > offset) shown[count++] = id;
    }
    return shown.subarray(0, count);
  }

  /** True if a page has a later visible date than another, or the same one and a higher id. */
  isNewer(id: number, other: number): boolean {
    const [own, others] = [this.#instants.visible_date[id] ?? 0, this.#instants.visible_date[other] ?? 0];
    return own === others ? id > other : own > others;
  }

  /** A viewer's gate, which checks each guard once. */
  gateOf(viewer: Viewer): Gate {
    const { guard } = this.tree;
    const known = new Map<number, boolean>([[0, true]]);
    const passes = (id: number): boolean => {
      let passed = known.get(id);
      if (passed === undefined) {
        passed =
          passesRestriction(viewer, certain(this.#restrictions.get(id))) &&
          passes(guard[this.#parent[id] ?? 0] ?? 0);
        known.set(id, passed);
      }
      return passed;
    };
    return passes;
  }

  /** The ids of the pages below a page, in tree order. */
  idsBelow(id: number): Uint32Array {
    const { order, position, end } = this.tree;
    return order.subarray(position[id] ?? 0, Math.max(0, (end[id] ?? 0) - 1));
  }

  /**
   * The nearest pages before and after a page, by visible date and then by id, that are in the scope and pass
   * the gate; 0 for none. Passes over all pages between them.
   */
  neighbours(id: number, scope: PageScope, gate: Gate): { readonly before: number; readonly after: number } {
    const order = this.#orders.visible_date;
    const isSelected = this.testFor(scope, gate, noNeeds);
    const firstSelected = (from: number, step: 1 | -1): number => {
      let at = from;
      while (at >= 0 && at < order.ids.length && !isSelected(order.ids[at] ?? 0)) at += step;
      return order.ids[at] ?? 0;
    };
    const place = order.placeOf(id);
    return { before: firstSelected(place - 1, -1), after: firstSelected(place + 1, 1) };
  }

  /** The outermost restriction on a page's path that the viewer does not pass. */
  blockingRestriction(id: number, viewer: Viewer): BlockingRestriction | undefined {
    const { guard } = this.tree;
    let blocking: BlockingRestriction | undefined;
    for (let at = guard[id] ?? 0; at !== 0; at = guard[this.#parent[at] ?? 0] ?? 0) {
      const restriction = certain(this.#restrictions.get(at));
      if (!passesRestriction(viewer, restriction)) blocking = { pageId: at, restriction };
    }
    return blocking;
  }

  /** The live pages of the site in the scope that pass the gate and meet the needs, in order. */
  select(ids: ArrayLike<number>, scope: PageScope, gate: Gate, needs: Needs = noNeeds): Uint32Array {
    const isSelected = this.testFor(scope, gate, needs);
    const selected = new Uint32Array(ids.length);
    let count = 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? 0;
      if (isSelected(id)) selected[count++] = id;
    }
    return selected.subarray(0, count);
  }

  /**
   * Selects among all pages, by id. Starts from the pages of the rarest term or of few days, or passes over
   * the columns in their order, which is five times as fast as any other order.
   */
  selectAll(scope: PageScope, gate: Gate, needs: Needs): Uint32Array {
    const [rarest] = needs.terms
      .map(({ number }) => this.terms.idsWith(number))
      .toSorted((one, other) => one.length - other.length);
    const few = rarest ?? this.#idsAround(needs);
    if (few) return this.select(few, scope, gate, needs);
    const isSelected = this.testFor(scope, gate, needs);
    const selected = new Uint32Array(this.#kind.length);
    let count = 0;
    for (let id = rootPageId; id < selected.length; id++) if (isSelected(id)) selected[count++] = id;
    return selected.slice(0, count);
  }

  /** By page id, the days of visible dates in a time zone. */
  daysIn(timezone: string): Uint32Array {
    return this.#days.in(timezone, this.end);
  }

  /** Keeps the ids whose visible date is on one of the days, in order. */
  dated(ids: Uint32Array, days: Days): Uint32Array {
    if (isAnyDay(days)) return ids;
    const { from, until } = days;
    const visible = this.daysIn(days.timezone);
    const kept = new Uint32Array(ids.length);
    let count = 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] ?? 0;
      if ((visible[id] ?? 0) >= from && (visible[id] ?? 0) <= until) kept[count++] = id;
    }
    return kept.subarray(0, count);
  }

  /** The ids of pages that may be visible on the days in any time zone, ascending; undefined if many are. */
  #idsAround({ from, until }: Days): Uint32Array | undefined {
    if (until === noNeeds.until) return undefined;
    const visible = this.#instants.visible_date;
    const ids = this.#orders.visible_date.ids;
    const countBefore = (instantMs: number) => countFirst(ids, (id) => (visible[id] ?? 0) < instantMs);
    const [start, end] = [countBefore(startOf(from) - dayMs), countBefore(startOf(until) + 2 * dayMs)];
    return end - start < ids.length / 8 ? ids.slice(start, end).sort() : undefined;
  }

  /** A test for live pages of the site in the scope that pass the gate and meet the needs. */
  testFor(scope: PageScope, gate: Gate, needs: Needs = noNeeds): (id: number) => boolean {
    const { from, until, terms } = needs;
    const { position, end, guard } = this.tree;
    const [liveKind, parent] = [this.#liveKind, this.#parent];
    const numbers = terms.map(({ number }) => number);
    const { childOf, ancestorOf } = scope;
    const mask = maskOf(scope.kinds);
    const [first, last] = this.#span(scope);
    const below = ancestorOf === null ? 0 : (position[ancestorOf] ?? 0);
    const days = isAnyDay(needs) ? undefined : this.daysIn(needs.timezone);
    return (id) => {
      const place = position[id] ?? 0;
      return (
        ((liveKind[id] ?? 0) & mask) !== 0 &&
        place >= first &&
        place <= last &&
        (childOf === null || parent[id] === childOf) &&
        (ancestorOf === null || (place < below && below < (end[id] ?? 0))) &&
        (!days || ((days[id] ?? 0) >= from && (days[id] ?? 0) <= until)) &&
        (numbers.length === 0 || this.terms.lackOf(id, numbers) === lacksNone) &&
        (guard[id] === 0 || gate(guard[id] ?? 0))
      );
    };
  }

  #putInOrder(field: InstantField, id: number, instantMs: number): void {
    if (this.#instants[field][id] === instantMs) return;
    this.#instants[field][id] = instantMs;
    this.#orders[field].move(id);
    if (field === "visible_date") this.#days.move(id);
  }

  /** True if the page is already at this place in the tree: most changes leave it there. */
  #isLinkedAs({ id, kind, parentId, restriction }: PageInColumns): boolean {
    return (
      this.#kind[id] === kindBits[kind] &&
      this.#parent[id] === (parentId ?? 0) &&
      this.#restrictions.has(id) === (restriction !== null)
    );
  }

  #forgetTree(): void {
    this.#tree = undefined;
    this.#sitePageId = undefined;
  }

  // The range of tree positions of the site, or of what is below a page of it.
  #span({ descendantOf }: PageScope): readonly [first: number, last: number] {
    const { position, end } = this.tree;
    const site = this.sitePageId;
    const [first, last] = site === 0 ? [1, 0] : [position[site] ?? 0, (end[site] ?? 0) - 1];
    if (descendantOf === null) return [first, last];
    const above = position[descendantOf] ?? 0;
    return above === 0 ? [1, 0] : [Math.max(first, above + 1), Math.min(last, (end[descendantOf] ?? 0) - 1)];
  }

  #makeRoom(id: number): void {
    if (id < this.#kind.length) return;
    const size = 2 ** Math.ceil(Math.log2(id + 1));
    const grown = <Column extends Uint8Array | Uint32Array | Float64Array>(
      column: Column,
      larger: Column,
    ): Column => {
      larger.set(column);
      return larger;
    };
    this.#kind = grown(this.#kind, new Uint8Array(size));
    this.#liveKind = grown(this.#liveKind, new Uint8Array(size));
    this.#parent = grown(this.#parent, new Uint32Array(size));
    this.#version = grown(this.#version, new Uint32Array(size));
    this.#liveVersion = grown(this.#liveVersion, new Uint32Array(size));
    for (const [field, column] of Object.entries(this.#instants)) {
      this.#instants[field as InstantField | "last_published_at"] = grown(column, unknownInstants(size));
    }
  }
}
