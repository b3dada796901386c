import { type Marks, marksOf } from "#lib/catalog/database/marks.ts";

/** Each takes 130 KB at 100,000 pages. */
const maxWords = 64;

/** The pages of frequent words, because the database takes 10 ms each time to list 100,000 pages. */
export class CommonWords {
  readonly #pages = new Map<string, Marks>();

  /** Undefined for words that are not kept. */
  pagesWith(word: string): Marks | undefined {
    return this.#pages.get(word);
  }

  /** Keeps the pages of a word, all below `size`. When there are too many words, the others are dropped. */
  keep(word: string, ids: Uint32Array, size: number): void {
    if (this.#pages.size >= maxWords) this.#pages.clear();
    this.#pages.set(word, marksOf(ids, size));
  }

  change(id: number, words: readonly string[]): void {
    if (this.#pages.size === 0) return;
    const present = new Set(words);
    for (const [word, marks] of this.#pages) {
      if (id < marks.length) marks[id] = Number(present.has(word));
      else this.#pages.delete(word);
    }
  }
}
