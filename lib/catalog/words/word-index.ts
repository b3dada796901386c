import type { StatementSync } from "node:sqlite";
import { CacheDatabase, formOf, openDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import { idsAmong, type Marks, markedIds, marksOf } from "#lib/catalog/database/marks.ts";
import { certain } from "#lib/certain.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { inTitle, isWordItself, occursOften, wordForm } from "#lib/search/words.ts";
import { chainsOf, withoutOneCharacter } from "./runs.ts";
import type { Stemming } from "./stemming.ts";
import { Vocabulary } from "./vocabulary.ts";

/**
 * Words come ready, so the index stores, splits and weighs no texts and is a quarter as large. FTS5's
 * automatic merging stays on: merging seldom blocks for a second at 50,000 pages. `made_from` stays empty:
 * its definition says how the words are made, so that indexes of other words have another form.
 */
const schema = `
  create virtual table if not exists words using fts5 (
    ready, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  create table if not exists indexed (id integer primary key, version integer not null) strict;
  create table if not exists vocabulary (words text not null) strict;
  create table if not exists made_from (word_form integer default ${wordForm}) strict`;

/** The new words of a page; null removes it from the index. */
export interface WordChange {
  readonly id: number;
  readonly version: number;
  readonly words: readonly string[] | null;
}

/**
 * What a word adds to the rank of a page, in half points; `occursOften` is three times or more. A page that
 * has a word itself, and not one that it may be a slip for, is before all that have not.
 */
const points = { word: 2, inTitle: 4, occursOften: 1, asSought: 1, itself: 2_048 } as const;

/** Words for which others may be meant, so that the points of all fit into 16 bits. */
const maxDoubtfulWords = 16;

/** A word on more pages than these is not taken for a slip. */
const maxPagesOfSlip = 2;

/** Words on more pages than these are too common to be meant by a word that some page has. */
const maxPagesOfMeant = 10;

/** Above this many found pages, only titles count for the rank. */
const manyPages = 5_000;

/** A search for all words ranks by so many of the longest, which are the rarest. */
const maxRankingWords = 10;

/** So many of the longest words narrow the lists that are read for each of the others. */
const maxNarrowingWords = 2;

/**
 * So many words that turn out to be common are kept per search; listing the pages of each takes milliseconds.
 */
const maxLearnedWords = 2;

/** A word as the index is asked for it. */
export interface SoughtTerm {
  /** The word itself and others with its stem. */
  readonly forms: readonly string[];
  /** Forms of words for which it may be a slip. */
  readonly near: readonly string[];
}

export interface SoughtTerms {
  readonly terms: readonly SoughtTerm[];
  readonly operator: WordSearch["operator"];
}

/** The terms of words that count as they are. */
export const exactTerms = (words: readonly string[]): readonly SoughtTerm[] =>
  words.map((word) => ({ forms: [word], near: [] }));

/** Ready words of which a page has to have one. */
type Alternatives = readonly string[];

const alternativesOf = ({ forms, near }: SoughtTerm): Alternatives => [...forms, ...near];

/** The ready words of pages and the version they are from, in an SQLite database of their own. */
export class WordIndex {
  readonly #database: CacheDatabase;
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #note: StatementSync;
  readonly #forget: StatementSync;
  readonly #find: StatementSync;
  readonly #findSome: StatementSync;
  readonly #common = new CommonWords();
  readonly #addedWords = new Set<string>();
  #vocabulary: Vocabulary | undefined;
  #versions = new Uint32Array(1024);
  #size = 0;

  /** Starts empty in the file (replacing it), or in memory for `:memory:`; or with what a database has. */
  constructor(place: string | CacheDatabase) {
    this.#database = typeof place === "string" ? openDatabase(place) : place;
    this.#database.exec(schema);
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#add = prepare("insert into words (rowid, ready) values (?, ?)");
    this.#remove = prepare("delete from words where rowid = ?");
    this.#note = prepare("insert or replace into indexed values (?, ?)");
    this.#forget = prepare("delete from indexed where id = ?");
    this.#find = prepare("select json_group_array(rowid) as ids from words where words match ?");
    this.#findSome = prepare("select rowid from words where words match ? limit ?");
    const known = prepare(
      "select json_group_array(id) as ids, json_group_array(version) as versions from indexed",
    );
    const { ids, versions } = this.#database.attempt(() => known.get()) ?? {};
    const indexed = JSON.parse(versions as string) as number[];
    for (const [index, id] of (JSON.parse(ids as string) as number[]).entries())
      this.#setVersion(id, indexed[index] ?? 0);
  }

  /** Opens a file that {@link copyTo} wrote, and continues in it. */
  static fromCopy(file: string): WordIndex {
    return new WordIndex(new CacheDatabase(file));
  }

  /** Writes everything to a new file and blocks the process meanwhile: 0.1 s for 100,000 pages. */
  copyTo(file: string): void {
    const { text } = this.#allWords();
    writeWhole(this.#database, () => {
      this.#database.exec("delete from vocabulary");
      this.#database.prepare("insert into vocabulary values (?)").run(text);
    });
    this.#database.prepare("vacuum into ?").run(file);
  }

  /** A digest of the table definitions: indexes can open each other's copies if theirs are equal. */
  get form(): string {
    return formOf(this.#database);
  }

  /** Why the index must be made again: the file is `gone`, `changed` or `unreadable`. */
  get problem(): string | undefined {
    return this.#database.problem;
  }

  /** How many pages it has. */
  get size(): number {
    return this.#size;
  }

  /** By page id, the version that its words are from; 0 or undefined for pages that are not indexed. */
  get versions(): Uint32Array {
    return this.#versions;
  }

  /** Applies all changes, each of another page, or none if it throws. Some 0.1 ms each. */
  apply(changes: readonly WordChange[]): void {
    writeWhole(this.#database, () => {
      for (const { id, version, words } of changes) {
        if (this.#versions[id]) this.#remove.run(id);
        if (words) {
          this.#add.run(id, words.join(" "));
          this.#note.run(id, version);
        } else {
          this.#forget.run(id);
        }
      }
    });
    for (const { id, version, words } of changes) {
      this.#setVersion(id, words ? version : 0);
      this.#common.change(id, words ?? []);
      this.#learn(words?.filter(isWordItself) ?? []);
    }
  }

  /** The words with their other forms, and with what may be meant instead (contract#search-slips). */
  termsOf(words: readonly string[], stemmings: readonly Stemming[]): readonly SoughtTerm[] {
    const termOf = (word: string): SoughtTerm => {
      const forms = this.#allWords().formsOf(word, stemmings);
      return { forms, near: this.#nearTo(word, forms, stemmings) };
    };
    return chainsOf(words).flatMap((pairs) => this.#withoutSlip(pairs.map(termOf)));
  }

  /** The pages that have all of the terms, or any of them; none without terms. */
  find({ terms, operator }: SoughtTerms): Uint32Array {
    const sought = terms.map(alternativesOf);
    if (sought.length === 0) return new Uint32Array();
    return operator === "or" ? this.#idsOf(anyOf(sought.flat())) : this.#idsWithAll(sought);
  }

  /**
   * The scores of the pages that `find` found, in half points by page id: a point for each word, two more if
   * it is in the title, half a point if it occurs three times or more; and pages that have a word itself are
   * before those that only have one for which it may be a slip. For searches for all words, only the ten
   * longest count, without the point that every page has for each; above 5,000 pages, only titles count.
   */
  rank({ terms, operator }: SoughtTerms, found: Uint32Array): Uint16Array {
    const scores = new Uint16Array(this.#versions.length);
    if (found.length === 0) return scores;
    const longest = terms.toSorted((one, other) => lengthOf(other) - lengthOf(one));
    const isLarge = found.length > manyPages;
    const isNarrow = operator === "and" && !isLarge;
    const narrowing = isNarrow ? longest.slice(0, maxNarrowingWords) : [];
    const add = (sought: readonly Alternatives[], value: number): void => {
      // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
      for (const id of this.#idsWithAll(sought)) scores[id]! += value;
    };
    for (const term of operator === "and" ? longest.slice(0, maxRankingWords) : terms) {
      const others = narrowing.filter((other) => other !== term).map(alternativesOf);
      const words = alternativesOf(term);
      add([words.map(inTitle), ...others], points.inTitle);
      if (isLarge) continue;
      if (operator === "or") add([words, ...others], points.word);
      add([words.map(occursOften), ...others], points.occursOften);
      if (term.forms.length > 1) add([term.forms.slice(0, 1), ...others], points.asSought);
    }
    const doubtful = terms.filter(({ near }) => near.length > 0);
    for (const { forms } of doubtful.slice(0, maxDoubtfulWords)) add([forms], points.itself);
    return scores;
  }

  /**
   * By page id, a checksum of the page's ready words in any order; 0 or undefined for pages without words.
   * For comparing indexes: reads all words of all pages.
   */
  fingerprints(): Uint32Array {
    this.#database.exec("create virtual table if not exists temp.word using fts5vocab (main, words, row)");
    const fingerprints = new Uint32Array(this.#versions.length);
    for (const { term } of this.#database.prepare("select term from temp.word").all()) {
      const value = fingerprintOf(term as string);
      // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
      for (const id of this.#idsOf(quoted(term as string))) fingerprints[id]! += value;
    }
    return fingerprints;
  }

  /** The words that may be meant by one that no page has, or hardly any. */
  #nearTo(word: string, forms: readonly string[], stemmings: readonly Stemming[]): readonly string[] {
    const isOnFewer = (words: readonly string[], pages: number) =>
      this.#findSome.all(anyOf(words), pages).length < pages;
    if (!isOnFewer(forms, maxPagesOfSlip + 1)) return [];
    const isUsed = !isOnFewer(forms, 1);
    const meant = this.#allWords()
      .neighboursOf(word)
      .filter((near) => !forms.includes(near) && (!isUsed || isOnFewer([near], maxPagesOfMeant + 1)));
    return [...new Set(meant.flatMap((near) => this.#allWords().formsOf(near, stemmings)))];
  }

  /** The pairs of a run; without those of one character if only then pages have all of them. */
  #withoutSlip(pairs: readonly SoughtTerm[]): readonly SoughtTerm[] {
    const arePages = (terms: readonly SoughtTerm[]) =>
      this.#findSome.all(allOf(terms.map(alternativesOf)), 1).length > 0;
    const rests = withoutOneCharacter(pairs);
    return rests.length === 0 || arePages(pairs) ? pairs : (rests.find(arePages) ?? pairs);
  }

  #learn(words: readonly string[]): void {
    if (this.#vocabulary) this.#vocabulary.add(words);
    else for (const word of words) this.#addedWords.add(word);
  }

  /** Read when a search first needs it: some 20 ms for 200,000 words. */
  #allWords(): Vocabulary {
    if (!this.#vocabulary) {
      const row = this.#database.attempt(() => this.#database.prepare("select words from vocabulary").get());
      this.#vocabulary = new Vocabulary(row?.words as string | undefined);
      this.#vocabulary.add([...this.#addedWords]);
      this.#addedWords.clear();
    }
    return this.#vocabulary;
  }

  #setVersion(id: number, version: number): void {
    if (id >= this.#versions.length) {
      const larger = new Uint32Array(2 ** Math.ceil(Math.log2(id + 1)));
      larger.set(this.#versions);
      this.#versions = larger;
    }
    this.#size += Math.sign(version) - Math.sign(this.#versions[id] ?? 0);
    this.#versions[id] = version;
  }

  #idsWithAll(sought: readonly Alternatives[]): Uint32Array {
    const common = sought.flatMap((words) => this.#common.pagesWith(words) ?? []);
    const rest = sought.filter((words) => !this.#common.pagesWith(words));
    const [first, ...others] = common;
    if (first && rest.length === 0) return others.reduce(idsAmong, markedIds(first));
    const ids = rest.length === 1 ? this.#idsWith(certain(rest[0])) : this.#idsOf(allOf(rest));
    // These words are common, too: the next search for them will be faster.
    if (rest.length > 1 && ids.length > manyPages)
      for (const words of rest.slice(0, maxLearnedWords)) this.#idsWith(words);
    return common.reduce(idsAmong, ids);
  }

  #idsWith(words: Alternatives): Uint32Array {
    const ids = this.#idsOf(anyOf(words));
    if (ids.length > manyPages) this.#common.keep(words, ids, this.#versions.length);
    return ids;
  }

  #idsOf(expression: string): Uint32Array {
    const row = this.#database.attempt(() => this.#find.get(expression));
    return Uint32Array.from(JSON.parse(row?.ids as string) as number[]);
  }
}

const lengthOf = ({ forms }: SoughtTerm): number => forms[0]?.length ?? 0;

// Ready words are letters, digits and marks, without quotes.
const quoted = (word: string): string => `"${word}"`;

const anyOf = (words: Alternatives): string => words.map(quoted).join(" OR ");

const allOf = (sought: readonly Alternatives[]): string =>
  sought.map((words) => `(${anyOf(words)})`).join(" AND ");

const fingerprintOf = (word: string): number => {
  let value = 1;
  for (let index = 0; index < word.length; index++) value = Math.imul(value, 31) + word.charCodeAt(index);
  return value;
};

/** Each takes 130 KB at 100,000 pages. */
const maxWords = 64;

/** The pages of frequent words, because the database takes 10 ms each time to list 100,000 pages. */
class CommonWords {
  readonly #pages = new Map<string, { readonly words: Alternatives; readonly marks: Marks }>();

  /** The pages that have one of the words; undefined for words that are not kept. */
  pagesWith(words: Alternatives): Marks | undefined {
    return this.#pages.get(words.join(" "))?.marks;
  }

  /** Keeps the pages of words, all below `size`. When there are too many words, the others are dropped. */
  keep(words: Alternatives, ids: Uint32Array, size: number): void {
    if (this.#pages.size >= maxWords) this.#pages.clear();
    this.#pages.set(words.join(" "), { words, marks: marksOf(ids, size) });
  }

  change(id: number, ready: readonly string[]): void {
    if (this.#pages.size === 0) return;
    const present = new Set(ready);
    for (const [key, { words, marks }] of this.#pages) {
      if (id < marks.length) marks[id] = Number(words.some((word) => present.has(word)));
      else this.#pages.delete(key);
    }
  }
}

let form: string | undefined;

/** The digest of the table definitions of indexes that this program can open. */
export const formOfWords = (): string => {
  form ??= new WordIndex(":memory:").form;
  return form;
};
