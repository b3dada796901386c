/** Numbers for objects, so that keys of what is cached can name what is too long to stand in them. */
export class ObjectNumbers {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  /** The object's number, and no other's. */
  of(object: object): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    this.#numbers.set(object, ++this.#last);
    return this.#last;
  }
}
