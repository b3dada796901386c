/** Numbers names that are alike. Taken names stay taken, so each search goes on where the last one ended. */
export class Numbering {
  readonly #last = new Map<string, number>();

  /** The first free name of those that a base has with the numbers 1, 2, 3 … */
  firstFree(base: string, named: (number: number) => string, isTaken: (name: string) => boolean): string {
    let number = (this.#last.get(base) ?? 0) + 1;
    while (isTaken(named(number))) number += 1;
    this.#last.set(base, number);
    return named(number);
  }
}
