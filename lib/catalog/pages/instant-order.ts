import { countFirst, type IdArray, withIdAt, withoutIdAt } from "./id-array.ts";

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
