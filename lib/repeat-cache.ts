/**
 * A cache of what is asked for again. A value is kept the second time that it is made, so that a crawler that
 * asks for everything once does not fill memory.
 */
export class RepeatCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #madeOnce = new Set<Key>();
  readonly #maxSize: number;

  /** The most values, and keys that are waiting for theirs. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (this.#madeOnce.delete(key)) {
      if (this.#values.size >= this.#maxSize) this.#values.clear();
      this.#values.set(key, value);
    } else {
      if (this.#madeOnce.size >= this.#maxSize) this.#madeOnce.clear();
      this.#madeOnce.add(key);
    }
    return value;
  }
}
