import { marksOf } from "#lib/catalog/database/marks.ts";
import { dayMs } from "#lib/timezone.ts";
import { startOf, VisibleDays } from "./days.ts";
import { countFirst, InstantOrder } from "./id-arrays.ts";
import { type Days, isAnyDay, noNeeds } from "./narrowing.ts";
import type { PageInColumns } from "./page-in-columns.ts";

/** Up to this many ids are sorted directly; for more, an order of all ids is filtered. */
const fewToSort = 2_000;

export type InstantField = "first_published_at" | "visible_date";

/** True for the fields whose order is kept. */
export const isInstantField = (field: string): field is InstantField =>
  field === "first_published_at" || field === "visible_date";

/** Pages without a date come first. */
const never = Number.NEGATIVE_INFINITY;

/** NaN differs from every instant, itself included, so that the first `put` always counts as a change. */
const unknownInstants = (size: number): Float64Array<ArrayBuffer> => new Float64Array(size).fill(Number.NaN);

/** When pages were published and what date they show, by page id, and the orders that follow from it. */
export class PageDates {
  #instants: Record<InstantField | "last_published_at", Float64Array<ArrayBuffer>>;
  readonly #orders: Readonly<Record<InstantField, InstantOrder>> = {
    first_published_at: new InstantOrder((id) => this.#instants.first_published_at[id] ?? 0),
    visible_date: new InstantOrder((id) => this.#instants.visible_date[id] ?? 0),
  };
  readonly #days = new VisibleDays((id) => this.#instants.visible_date[id] ?? 0);

  constructor(size: number) {
    this.#instants = {
      first_published_at: unknownInstants(size),
      last_published_at: unknownInstants(size),
      visible_date: unknownInstants(size),
    };
  }

  /** The content for {@link load}: the arrays themselves, no copies. */
  save() {
    return {
      instants: this.#instants,
      firstPublished: this.#orders.first_published_at.ids,
      visible: this.#orders.visible_date.ids,
    };
  }

  /** Replaces the content with a saved one. */
  load({ instants, firstPublished, visible }: ReturnType<PageDates["save"]>): void {
    this.#instants = instants;
    this.#orders.first_published_at.load(firstPublished);
    this.#orders.visible_date.load(visible);
    this.#days.forget();
  }

  put({ id, firstPublishedMs, lastPublishedMs, visibleMs }: PageInColumns): void {
    this.#instants.last_published_at[id] = lastPublishedMs ?? never;
    this.#putInOrder("first_published_at", id, firstPublishedMs ?? never);
    this.#putInOrder("visible_date", id, visibleMs ?? never);
  }

  makeRoom(size: number): void {
    for (const [field, column] of Object.entries(this.#instants)) {
      const larger = unknownInstants(size);
      larger.set(column);
      this.#instants[field as InstantField | "last_published_at"] = larger;
    }
  }

  /** All ids, deleted pages included, ordered by an instant and then by id, both in this direction. */
  idsByInstant(field: InstantField, descending: boolean): Uint32Array {
    const order = this.#orders[field];
    return descending ? order.idsBackwards : order.ids;
  }

  /** All ids in the order of visible dates, and the place of one among them. */
  around(id: number): { readonly ids: Uint32Array; readonly place: number } {
    const order = this.#orders.visible_date;
    return { ids: order.ids, place: order.placeOf(id) };
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
    const isListed = marksOf(ids, this.#end);
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

  /** By page id, the days of visible dates in a time zone. */
  daysIn(timezone: string): Uint32Array {
    return this.#days.in(timezone, this.#end);
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
  idsAround({ from, until }: Days): Uint32Array | undefined {
    if (until === noNeeds.until) return undefined;
    const visible = this.#instants.visible_date;
    const ids = this.#orders.visible_date.ids;
    const countBefore = (instantMs: number) => countFirst(ids, (id) => (visible[id] ?? 0) < instantMs);
    const [start, end] = [countBefore(startOf(from) - dayMs), countBefore(startOf(until) + 2 * dayMs)];
    return end - start < ids.length / 8 ? ids.slice(start, end).sort() : undefined;
  }

  /** An exclusive upper bound of ids. */
  get #end(): number {
    return this.#instants.visible_date.length;
  }

  #putInOrder(field: InstantField, id: number, instantMs: number): void {
    if (this.#instants[field][id] === instantMs) return;
    this.#instants[field][id] = instantMs;
    this.#orders[field].move(id);
    if (field === "visible_date") this.#days.move(id);
  }
}
