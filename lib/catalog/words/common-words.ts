import { type Marks, marksOf } from "#lib/catalog/database/marks.ts";

/** As many words are kept; at 100,000 pages each takes 130 KB. */
const mostWords = 64;

/**
 * The pages that have words which many have, in memory from the first search for them on. The database takes
 * 10 ms to list 100,000 pages whenever it is asked; a change of a page costs microseconds here.
 */
export class CommonWords {
  readonly #pages = new Map<string, Marks>();

  /** The pages that have the word; undefined for words that are not kept. */
  pagesWith(word: string): Marks | undefined {
    return this.#pages.get(word);
  }

  /**
   * Keeps a word of these pages, of which there are none beyond the size. When there are too many words, all
   * others are forgotten.
   */
  keep(word: string, ids: Uint32Array, size: number): void {
    if (this.#pages.size >= mostWords) this.#pages.clear();
    this.#pages.set(word, marksOf(ids, size));
  }

  /** Notes that a page has these words now, and no others. */
  change(id: number, words: readonly string[]): void {
    if (this.#pages.size === 0) return;
    const present = new Set(words);
    for (const [word, marks] of this.#pages) {
      if (id < marks.length) marks[id] = Number(present.has(word));
      else this.#pages.delete(word);
    }
  }
}
