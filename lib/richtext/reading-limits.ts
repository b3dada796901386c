import {
  maxParts,
  type PartAllowance,
  partAllowance,
  type RichTextProblem,
  takeParts,
  tooManyParts,
} from "./problem.ts";

/** Thrown while Markdown is read that would take too long. */
export class MarkdownRefused extends Error {
  readonly problem: RichTextProblem;

  constructor(problem: RichTextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Lines of the source, and once more for each quote and list that they stand in. */
const maxLines = 2 * maxParts;

/** The characters that marked may read again, because of a mark or a line of a list before them. */
const maxLookahead = 100_000_000;

const minAddressLength = 100_000;

const marks = /[*_[\]!<>&\\`\n]/g;

/** Marks after which marked may read the rest of the paragraph. */
const farMarks = /[[<`]/g;

/**
 * The remaining cost of reading one text of Markdown. marked reads the rest of a paragraph again after a
 * mark, and all of an item for each of its lines. This takes quadratic time, which is little at usual
 * lengths.
 */
export class ReadingLimits {
  readonly #parts: PartAllowance = partAllowance();
  #lines = maxLines;
  #lookahead = maxLookahead;
  #addresses: number;
  /** The number of characters of this text, quote or item after the lists whose lines are already counted. */
  afterLists = Number.POSITIVE_INFINITY;
  /** The number of characters after lines that are known to be no underlined heading. */
  afterPlainLines = Number.POSITIVE_INFINITY;

  constructor(source: string) {
    this.#addresses = Math.max(source.length, minAddressLength);
  }

  /** Reads a quote or an item, about which nothing is known yet. */
  inText<T>(read: () => T): T {
    const { afterLists, afterPlainLines } = this;
    this.afterLists = this.afterPlainLines = Number.POSITIVE_INFINITY;
    const result = read();
    Object.assign(this, { afterLists, afterPlainLines });
    return result;
  }

  takeParts(count = 1): void {
    if (!takeParts(this.#parts, count)) throw new MarkdownRefused(tooManyParts);
  }

  takeLines(count: number): void {
    this.#lines -= count;
    if (this.#lines < 0) throw new MarkdownRefused(tooManyParts);
  }

  takeLookahead(characters: number): void {
    this.#lookahead -= characters;
    if (this.#lookahead < 0) throw new MarkdownRefused(tooFarLooks);
  }

  takeMarks(text: string): void {
    this.takeParts(countOf(text, marks));
  }

  /** Counts the text of a paragraph, a heading or a link. */
  takeText(text: string): void {
    this.takeLookahead(countOf(text, farMarks) * text.length);
    // After an address, marked reads a run of white space again from each of its characters.
    for (const [run] of text.matchAll(/\s{100,}/g)) this.takeLookahead(run.length ** 2);
  }

  /** A definition's address is written as often as it is used: a megabyte could become gigabytes. */
  takeAddress(address: string): void {
    this.#addresses -= address.length;
    if (this.#addresses < 0) throw new MarkdownRefused(longAddresses);
  }
}

const tooFarLooks: RichTextProblem = {
  code: "max_length",
  message:
    "The Markdown has too many marks for paragraphs, lists and quotes of this length. Begin new ones more often, with blank lines.",
};

const longAddresses: RichTextProblem = {
  code: "max_length",
  message:
    "The addresses of the links, each as often as it is used, are longer than the whole text. Use shorter ones.",
};

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
