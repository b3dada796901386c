import { certain } from "#lib/certain.ts";

/** A list of ids that is copied on every change: some 20 µs for 100,000 ids. */
export type IdArray = Uint32Array<ArrayBuffer>;

/** The length of the leading part for which `isFirst` holds; it must hold for none after that part. */
export const countFirst = (ids: IdArray, isFirst: (id: number) => boolean): number => {
  let [first, end] = [0, ids.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (isFirst(ids[middle] ?? 0)) first = middle + 1;
    else end = middle;
  }
  return first;
};

const withIdAt = (ids: IdArray, place: number, id: number): IdArray => {
  const all = new Uint32Array(ids.length + 1);
  all.set(ids.subarray(0, place));
  all[place] = id;
  all.set(ids.subarray(place), place + 1);
  return all;
};

/** The array without the id at an index; the same array if the index is negative. */
const withoutIdAt = (ids: IdArray, place: number): IdArray => {
  if (place < 0) return ids;
  const others = new Uint32Array(ids.length - 1);
  others.set(ids.subarray(0, place));
  others.set(ids.subarray(place + 1), place);
  return others;
};

/** Up to this many moved ids are inserted one by one; with more, all ids are sorted again. */
const fewMoves = 100;

/**
 * Page ids ordered by an instant, then by id. A page with a new instant is removed and inserted again, which
 * copies the array; sorting 100,000 ids after each publication would take two hundred times as long.
 */
export class InstantOrder {
  readonly #instantOf: (id: number) => number;
  /** In order, except the moved ids. */
  #ids = new Uint32Array(0);
  #backwards: IdArray | undefined;
  readonly #moved = new Set<number>();

  /** Call `move` whenever the instant of an id changes. */
  constructor(instantOf: (id: number) => number) {
    this.#instantOf = instantOf;
  }

  /** Replaces the content with ids that are in this order. */
  load(ids: IdArray): void {
    this.#ids = ids;
    this.#backwards = undefined;
    this.#moved.clear();
  }

  move(id: number): void {
    this.#moved.add(id);
    this.#backwards = undefined;
  }

  /** All ids, earliest first. */
  get ids(): IdArray {
    if (this.#moved.size > fewMoves) this.#sortAll();
    else if (this.#moved.size > 0) this.#putIn();
    this.#moved.clear();
    return this.#ids;
  }

  /** All ids, latest first; kept until the next change. */
  get idsBackwards(): IdArray {
    this.#backwards ??= this.ids.toReversed();
    return this.#backwards;
  }

  /** The place of an id in `ids`. */
  placeOf(id: number): number {
    return this.#placeIn(this.ids, id);
  }

  #sortAll(): void {
    const ids = new Set([...this.#ids, ...this.#moved]);
    this.#ids = Uint32Array.from(ids).sort((one, other) => this.#compare(one, other));
  }

  #putIn(): void {
    for (const id of this.#moved) this.#ids = withoutIdAt(this.#ids, this.#ids.indexOf(id));
    for (const id of this.#moved) this.#ids = withIdAt(this.#ids, this.#placeIn(this.#ids, id), id);
  }

  #placeIn(ids: IdArray, id: number): number {
    return countFirst(ids, (other) => this.#compare(other, id) < 0);
  }

  #compare(one: number, other: number): number {
    const [first, second] = [this.#instantOf(one), this.#instantOf(other)];
    return first === second ? one - other : first < second ? -1 : 1;
  }
}

/** By term number, the ids of the pages that have it, ascending. Four bytes a term. */
export class Postings {
  readonly #ids: IdArray[] = [];

  /** Later changes of the lists must be passed to `move`. Two passes: 5 ms for 100,000 pages. */
  constructor({ starts, pool }: { readonly starts: Uint32Array; readonly pool: Uint32Array }) {
    const sizes: number[] = [];
    const eachTerm = (visit: (term: number, id: number) => void): void => {
      for (let id = 0; id < starts.length; id++) {
        const start = starts[id] ?? 0;
        const end = start + (pool[start] ?? 0);
        for (let at = start + 1; at <= end; at++) visit(pool[at] ?? 0, id);
      }
    };
    eachTerm((term) => {
      sizes[term] = (sizes[term] ?? 0) + 1;
    });
    const filled: number[] = [];
    eachTerm((term, id) => {
      this.#ids[term] ??= new Uint32Array(sizes[term] ?? 0);
      const place = filled[term] ?? 0;
      this.#ids[term][place] = id;
      filled[term] = place + 1;
    });
  }

  of(term: number): Uint32Array {
    return this.#ids[term] ?? none;
  }

  move(id: number, before: Iterable<number>, after: Iterable<number>): void {
    for (const term of before)
      this.#ids[term] = withoutIdAt(certain(this.#ids[term]), placeOf(id, certain(this.#ids[term])));
    for (const term of after) {
      const ids = this.#ids[term] ?? none;
      this.#ids[term] = withIdAt(ids, placeOf(id, ids), id);
    }
  }
}

const placeOf = (id: number, ids: IdArray): number => countFirst(ids, (other) => other < id);

const none: IdArray = new Uint32Array(0);
