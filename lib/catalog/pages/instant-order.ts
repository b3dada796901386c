/** Up to so many that move are put in one by one; more are sorted together with all others. */
const fewMoves = 100;

/**
 * The ids of pages in the order of an instant, equal ones by id. A page that gets another instant is taken out and put in
 * again, which copies the order; to sort 100,000 anew for each publication would take two hundred times as long.
 */
export class InstantOrder {
  readonly #instantOf: (id: number) => number;
  /** In order, but for those that have moved. */
  #ids = new Uint32Array(0);
  readonly #moved = new Set<number>();

  /** Of no ids. The instant of an id may change only if the order is told. */
  constructor(instantOf: (id: number) => number) {
    this.#instantOf = instantOf;
  }

  /** Takes over ids that are in this order, in place of what is in here. */
  load(ids: Uint32Array<ArrayBuffer>): void {
    this.#ids = ids;
    this.#moved.clear();
  }

  /** Takes an id up, or notes that its instant has changed. */
  move(id: number): void {
    this.#moved.add(id);
  }

  /** Every id that was taken up, the earliest first. */
  get ids(): Uint32Array<ArrayBuffer> {
    if (this.#moved.size > fewMoves) this.#sortAll();
    else if (this.#moved.size > 0) this.#putIn();
    this.#moved.clear();
    return this.#ids;
  }

  #sortAll(): void {
    const ids = new Set([...this.#ids, ...this.#moved]);
    this.#ids = Uint32Array.from(ids).sort((one, other) => this.#compare(one, other));
  }

  #putIn(): void {
    for (const id of this.#moved) this.#ids = without(this.#ids, this.#ids.indexOf(id));
    for (const id of this.#moved) this.#ids = withAt(this.#ids, this.#placeOf(id), id);
  }

  /** How many come before the id. */
  #placeOf(id: number): number {
    let [first, end] = [0, this.#ids.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if (this.#compare(this.#ids[middle]!, id) < 0) first = middle + 1;
      else end = middle;
    }
    return first;
  }

  #compare(one: number, other: number): number {
    const [first, second] = [this.#instantOf(one), this.#instantOf(other)];
    return first === second ? one - other : first < second ? -1 : 1;
  }
}

const without = (ids: Uint32Array<ArrayBuffer>, place: number): Uint32Array<ArrayBuffer> => {
  if (place < 0) return ids;
  const others = new Uint32Array(ids.length - 1);
  others.set(ids.subarray(0, place));
  others.set(ids.subarray(place + 1), place);
  return others;
};

const withAt = (ids: Uint32Array<ArrayBuffer>, place: number, id: number): Uint32Array<ArrayBuffer> => {
  const all = new Uint32Array(ids.length + 1);
  all.set(ids.subarray(0, place));
  all[place] = id;
  all.set(ids.subarray(place), place + 1);
  return all;
};
