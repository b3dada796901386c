/** Gives objects numbers, which stand for them in cache keys. */
export class ObjectNumbers {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  of(object: object): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    this.#numbers.set(object, ++this.#last);
    return this.#last;
  }
}
