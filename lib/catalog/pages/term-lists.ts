import { Postings } from "./id-arrays.ts";

/**
 * The term numbers of each page, by page id, in one array: a list's length, then its numbers. Replaced lists
 * are removed once they take more space than the current ones. Four bytes a page, and four a term.
 */
export class TermLists {
  #starts = new Uint32Array(1024);
  /** The empty list is at 0. */
  #pool = new Uint32Array(4096);
  #end = 1;
  #unused = 0;
  #postings: Postings | undefined;

  /** The content for {@link load}: the arrays themselves, no copies. */
  save() {
    return { starts: this.#starts, pool: this.#pool, end: this.#end, unused: this.#unused };
  }

  /** Replaces the content with a saved one. */
  load({ starts, pool, end, unused }: ReturnType<TermLists["save"]>): void {
    this.#starts = starts;
    this.#pool = pool;
    this.#end = end;
    this.#unused = unused;
    this.#postings = undefined;
  }

  /** By page id, where its list starts in the pool. */
  get starts(): Uint32Array {
    return this.#starts;
  }

  /** The lists, each as its length followed by its numbers. */
  get pool(): Uint32Array {
    return this.#pool;
  }

  put(id: number, terms: readonly number[]): void {
    if (id >= this.#starts.length) this.#starts = enlarged(this.#starts, id + 1);
    const start = this.#starts[id] ?? 0;
    if (this.#isAt(start, terms)) return;
    this.#postings?.move(id, this.#listAt(start), terms);
    if (start !== 0) this.#unused += (this.#pool[start] ?? 0) + 1;
    this.#starts[id] = 0;
    if (terms.length > 0) this.#starts[id] = this.#append(terms);
  }

  /** The pages that have the term, ascending. The first call inverts all lists; later changes update that. */
  idsWith(term: number): Uint32Array {
    this.#postings ??= new Postings(this);
    return this.#postings.of(term);
  }

  has(id: number, term: number): boolean {
    const pool = this.#pool;
    const start = this.#starts[id] ?? 0;
    let at = start + (pool[start] ?? 0);
    while (at > start && pool[at] !== term) at--;
    return at > start;
  }

  /** Says which of the terms the page lacks: the index if it is one, else `lacksNone` or `lacksSeveral`. */
  lackOf(id: number, terms: readonly number[]): number {
    let lacked = lacksNone;
    for (let index = 0; index < terms.length; index++) {
      if (this.has(id, terms[index] ?? 0)) continue;
      if (lacked !== lacksNone) return lacksSeveral;
      lacked = index;
    }
    return lacked;
  }

  #listAt(start: number): Uint32Array {
    return this.#pool.subarray(start + 1, start + 1 + (this.#pool[start] ?? 0));
  }

  #isAt(start: number, terms: readonly number[]): boolean {
    return (
      this.#pool[start] === terms.length &&
      terms.every((term, index) => this.#pool[start + 1 + index] === term)
    );
  }

  #append(terms: readonly number[]): number {
    const size = terms.length + 1;
    if (this.#end + size > this.#pool.length && this.#unused > this.#end / 2) this.#clearOut();
    if (this.#end + size > this.#pool.length) this.#pool = enlarged(this.#pool, this.#end + size);
    const start = this.#end;
    this.#pool[start] = terms.length;
    this.#pool.set(terms, start + 1);
    this.#end += size;
    return start;
  }

  #clearOut(): void {
    const cleared = new Uint32Array(this.#pool.length);
    let end = 1;
    for (const [id, start] of this.#starts.entries()) {
      if (start === 0) continue;
      const list = this.#pool.subarray(start, start + (this.#pool[start] ?? 0) + 1);
      cleared.set(list, end);
      this.#starts[id] = end;
      end += list.length;
    }
    this.#pool = cleared;
    this.#end = end;
    this.#unused = 0;
  }
}

export const lacksNone = -1;

export const lacksSeveral = -2;

const enlarged = (array: Uint32Array, least: number): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(2 ** Math.ceil(Math.log2(least)));
  larger.set(array);
  return larger;
};
