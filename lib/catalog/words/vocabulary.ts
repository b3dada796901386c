import { inOtherKana } from "./runs.ts";
import type { Stemming } from "./stemming.ts";

/** Further words are looked through one by one, until they are sorted in. */
const maxUnsorted = 1_000;

/** Letters with which all forms of a word begin. */
const commonLetters = 3;

/** Of shorter words, most neighbours are other words and no slips. */
const minCorrected = 4;

/** The most forms of a word that are looked for, and the most words that it may be a slip for. */
const maxForms = 32;

/** The words of all pages, also of pages that are gone, for finding those that are like a word. */
export class Vocabulary {
  /** In ascending order, each once. */
  #sorted: readonly string[];
  readonly #unsorted = new Set<string>();

  /** Starts with the text that {@link text} gave. */
  constructor(text = "") {
    this.#sorted = text === "" ? [] : text.split(" ");
  }

  /** All words, with a space between them. */
  get text(): string {
    this.#sort();
    return this.#sorted.join(" ");
  }

  add(words: readonly string[]): void {
    // Nearly all words of a page are those of others, too.
    for (const word of words) if (!this.#has(word)) this.#unsorted.add(word);
  }

  /** The word itself first, then those in other kana or with the same stem in one of the languages. */
  formsOf(word: string, stemmings: readonly Stemming[]): readonly string[] {
    const forms = new Set([word, ...inOtherKana(word).filter((other) => this.#has(other))]);
    for (const { stemOf } of stemmings) {
      const stem = stemOf(word);
      for (const other of this.#beginningWith(word.slice(0, commonLetters)))
        if (stemOf(other) === stem) forms.add(other);
    }
    return [...forms].slice(0, maxForms);
  }

  /** The words that have one letter more, one less, another one, or two in the other order. */
  neighboursOf(word: string): readonly string[] {
    if (word.length < minCorrected || !/^[\p{L}\p{M}]+$/u.test(word)) return [];
    // To sort all words in first would take a tenth of a second after each publication.
    const found = [this.#sorted, [...this.#unsorted]].flatMap((words) =>
      words.filter((other) => isNeighbour(word, other)),
    );
    return found.sort().slice(0, maxForms);
  }

  #has(word: string): boolean {
    return this.#unsorted.has(word) || this.#sorted[placeIn(this.#sorted, word)] === word;
  }

  #beginningWith(beginning: string): readonly string[] {
    if (this.#unsorted.size > maxUnsorted) this.#sort();
    const words: string[] = [];
    for (let at = placeIn(this.#sorted, beginning); this.#sorted[at]?.startsWith(beginning); at++)
      words.push(this.#sorted[at] as string);
    for (const word of this.#unsorted) if (word.startsWith(beginning)) words.push(word);
    return words;
  }

  #sort(): void {
    if (this.#unsorted.size === 0) return;
    // Two sorted parts are merged faster than all words would be sorted.
    this.#sorted = [...this.#sorted, ...[...this.#unsorted].sort()].sort();
    this.#unsorted.clear();
  }
}

/** The place of the first word that is not before the text. */
const placeIn = (sorted: readonly string[], text: string): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as string) < text) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** True if the texts differ in one place by one letter, or by two neighbours in the other order. */
const isNeighbour = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let [oneEnd, otherEnd] = [one.length, other.length];
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--;
    otherEnd--;
  }
  if (oneEnd - start <= 1 && otherEnd - start <= 1) return true;
  return (
    oneEnd - start === 2 &&
    otherEnd - start === 2 &&
    one[start] === other[start + 1] &&
    one[start + 1] === other[start]
  );
};
