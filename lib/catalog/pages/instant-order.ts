import { countFirst, type IdArray, withIdAt, withoutIdAt } from "./id-array.ts";

/** Up to so many that move are put in one by one; more are sorted together with all others. */
const fewMoves = 100;

/**
 * The ids of pages in the order of an instant, equal ones by id. A page that gets another instant is taken
 * out and put in again, which copies the order; to sort 100,000 anew for each publication would take two
 * hundred times as long.
 */
export class InstantOrder {
  readonly #instantOf: (id: number) => number;
  /** In order, but for those that have moved. */
  #ids = new Uint32Array(0);
  #backwards: IdArray | undefined;
  readonly #moved = new Set<number>();

  /** Of no ids. The instant of an id may change only if the order is told. */
  constructor(instantOf: (id: number) => number) {
    this.#instantOf = instantOf;
  }

  /** Takes over ids that are in this order, in place of what is in here. */
  load(ids: IdArray): void {
    this.#ids = ids;
    this.#backwards = undefined;
    this.#moved.clear();
  }

  /** Takes an id up, or notes that its instant has changed. */
  move(id: number): void {
    this.#moved.add(id);
    this.#backwards = undefined;
  }

  /** Every id that was taken up, the earliest first. */
  get ids(): IdArray {
    if (this.#moved.size > fewMoves) this.#sortAll();
    else if (this.#moved.size > 0) this.#putIn();
    this.#moved.clear();
    return this.#ids;
  }

  /** The same, the latest first; made once for all that ask before the next change. */
  get idsBackwards(): IdArray {
    this.#backwards ??= this.ids.toReversed();
    return this.#backwards;
  }

  #sortAll(): void {
    const ids = new Set([...this.#ids, ...this.#moved]);
    this.#ids = Uint32Array.from(ids).sort((one, other) => this.#compare(one, other));
  }

  #putIn(): void {
    for (const id of this.#moved) this.#ids = withoutIdAt(this.#ids, this.#ids.indexOf(id));
    for (const id of this.#moved) this.#ids = withIdAt(this.#ids, this.#placeOf(id), id);
  }

  #placeOf(id: number): number {
    return countFirst(this.#ids, (other) => this.#compare(other, id) < 0);
  }

  #compare(one: number, other: number): number {
    const [first, second] = [this.#instantOf(one), this.#instantOf(other)];
    return first === second ? one - other : first < second ? -1 : 1;
  }
}
