import type { StatementSync } from "node:sqlite";
import { CacheDatabase, formOf, openDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import { idsAmong, type Marks, markedIds, marksOf } from "#lib/catalog/database/marks.ts";
import { certain } from "#lib/certain.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { inTitle, mapReadyWords, occursOften, wordForm } from "#lib/search/words.ts";
import { type StemmingLanguage, searchStemming } from "#lib/settings/site.ts";

/**
 * Words come ready, so the index stores, splits and weighs no texts and is a quarter as large. FTS5's
 * automatic merging stays on: merging seldom blocks for a second at 50,000 pages. `made_from` stays empty:
 * its definition says how the words are made, so that indexes of other words have another form.
 */
const schemaFor = ({ language }: Stemming): string => `
  create virtual table if not exists words using fts5 (
    ready, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  create table if not exists indexed (id integer primary key, version integer not null) strict;
  create table if not exists made_from (
    word_form integer default ${wordForm}, stemming text default '${language ?? "none"}'
  ) strict`;

/** The new words of a page; null removes it from the index. */
export interface WordChange {
  readonly id: number;
  readonly version: number;
  readonly words: readonly string[] | null;
}

/** What a word adds to the rank of a page, in half points; `occursOften` is three times or more. */
const points = { word: 2, inTitle: 4, occursOften: 1 } as const;

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

/** The ready words of pages and the version they are from, in an SQLite database of their own. */
export class WordIndex {
  readonly #database: CacheDatabase;
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #note: StatementSync;
  readonly #forget: StatementSync;
  readonly #find: StatementSync;
  readonly #common = new CommonWords();
  readonly #stemming: Stemming;
  #versions = new Uint32Array(1024);
  #size = 0;

  /**
   * Starts empty in the file (replacing it), or in memory for `:memory:`; or with the content of a database,
   * which must have the same stemming.
   */
  constructor(place: string | CacheDatabase, stemming: Stemming = noStemming) {
    this.#database = typeof place === "string" ? openDatabase(place) : place;
    this.#stemming = stemming;
    this.#database.exec(schemaFor(stemming));
    const prepare = (sql: string) => this.#database.prepare(sql);
    this.#add = prepare("insert into words (rowid, ready) values (?, ?)");
    this.#remove = prepare("delete from words where rowid = ?");
    this.#note = prepare("insert or replace into indexed values (?, ?)");
    this.#forget = prepare("delete from indexed where id = ?");
    this.#find = prepare("select json_group_array(rowid) as ids from words where words match ?");
    const known = prepare(
      "select json_group_array(id) as ids, json_group_array(version) as versions from indexed",
    );
    const { ids, versions } = this.#database.attempt(() => known.get()) ?? {};
    const indexed = JSON.parse(versions as string) as number[];
    for (const [index, id] of (JSON.parse(ids as string) as number[]).entries())
      this.#setVersion(id, indexed[index] ?? 0);
  }

  /** Opens a file that {@link copyTo} wrote, and continues in it. */
  static fromCopy(file: string, stemming: Stemming = noStemming): WordIndex {
    return new WordIndex(new CacheDatabase(file), stemming);
  }

  /** Writes everything to a new file and blocks the process meanwhile: 0.1 s for 100,000 pages. */
  copyTo(file: string): void {
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
  apply(ofPages: readonly WordChange[]): void {
    const changes = ofPages.map((change) => ({
      ...change,
      words: change.words && this.#stems(change.words),
    }));
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
    }
  }

  /** The pages that have all of the words, or any of them; none without words. */
  find({ words: sought, operator }: WordSearch): Uint32Array {
    const words = this.#stems(sought);
    if (words.length === 0) return new Uint32Array();
    return operator === "or" && words.length > 1
      ? this.#idsOf(joined(words, operator))
      : this.#idsWithAll(words);
  }

  /**
   * The scores of the pages that `find` found, in half points by page id: a point for each word, two more if
   * it is in the title, half a point if it occurs three times or more. For searches for all words, only the
   * ten longest count, without the point that every page has for each; above 5,000 pages, only titles count.
   */
  rank({ words: sought, operator }: WordSearch, found: Uint32Array): Uint16Array {
    const words = this.#stems(sought);
    const scores = new Uint16Array(this.#versions.length);
    if (found.length === 0) return scores;
    const longest = words.toSorted((one, other) => other.length - one.length);
    const isLarge = found.length > manyPages;
    const isNarrow = operator === "and" && !isLarge;
    const narrowing = isNarrow ? longest.slice(0, maxNarrowingWords) : [];
    for (const word of operator === "and" ? longest.slice(0, maxRankingWords) : words) {
      const others = narrowing.filter((other) => other !== word);
      const count = (ready: string, value: number): void => {
        // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
        for (const id of this.#idsWithAll([ready, ...others])) scores[id]! += value;
      };
      count(inTitle(word), points.inTitle);
      if (isLarge) continue;
      if (operator === "or") count(word, points.word);
      count(occursOften(word), points.occursOften);
    }
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

  #stems(ready: readonly string[]): readonly string[] {
    return this.#stemming.language === null ? ready : mapReadyWords(ready, this.#stemming.stemOf);
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

  #idsWithAll(ready: readonly string[]): Uint32Array {
    const common = ready.flatMap((word) => this.#common.pagesWith(word) ?? []);
    const rest = ready.filter((word) => !this.#common.pagesWith(word));
    const [first, ...others] = common;
    if (first && rest.length === 0) return others.reduce(idsAmong, markedIds(first));
    const ids = rest.length === 1 ? this.#idsWith(certain(rest[0])) : this.#idsOf(joined(rest, "and"));
    // These words are common, too: the next search for them will be faster.
    if (rest.length > 1 && ids.length > manyPages)
      for (const word of rest.slice(0, maxLearnedWords)) this.#idsWith(word);
    return common.reduce(idsAmong, ids);
  }

  #idsWith(ready: string): Uint32Array {
    const ids = this.#idsOf(quoted(ready));
    if (ids.length > manyPages) this.#common.keep(ready, ids, this.#versions.length);
    return ids;
  }

  #idsOf(expression: string): Uint32Array {
    const row = this.#database.attempt(() => this.#find.get(expression));
    return Uint32Array.from(JSON.parse(row?.ids as string) as number[]);
  }
}

// Ready words are letters, digits and marks, without quotes.
const quoted = (word: string): string => `"${word}"`;

const joined = (words: readonly string[], operator: WordSearch["operator"]): string =>
  words.map(quoted).join(operator === "and" ? " AND " : " OR ");

const fingerprintOf = (word: string): number => {
  let value = 1;
  for (let index = 0; index < word.length; index++) value = Math.imul(value, 31) + word.charCodeAt(index);
  return value;
};

/** Each takes 130 KB at 100,000 pages. */
const maxWords = 64;

/** The pages of frequent words, because the database takes 10 ms each time to list 100,000 pages. */
class CommonWords {
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

const forms = new Map<string | null, string>();

/** The digest of the table definitions of indexes with this stemming that this program can open. */
export const formOfWords = (stemming: Stemming): string => {
  const form = forms.get(stemming.language) ?? new WordIndex(":memory:", stemming).form;
  forms.set(stemming.language, form);
  return form;
};

/** How an index reduces words, such as `herons` to `heron`. */
export interface Stemming {
  /** Null if it leaves all words as they are. */
  readonly language: StemmingLanguage | null;
  readonly stemOf: (word: string) => string;
}

export const noStemming: Stemming = { language: null, stemOf: (word) => word };

const stemmers: Readonly<Record<StemmingLanguage, () => Promise<{ stemmer: (word: string) => string }>>> = {
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  en: () => import("@orama/stemmers/english"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  hu: () => import("@orama/stemmers/hungarian"),
  it: () => import("@orama/stemmers/italian"),
  nl: () => import("@orama/stemmers/dutch"),
  no: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sv: () => import("@orama/stemmers/swedish"),
};

/** A stemmer takes some microseconds for a word, and a post has hundreds, most of them in other posts too. */
const maxKnownStems = 50_000;

/** The stemming of a language, of which only that one is loaded. */
export const stemmingFor = async (language: StemmingLanguage | null): Promise<Stemming> => {
  if (language === null) return noStemming;
  const { stemmer } = await stemmers[language]();
  const letters = language === "ru" ? /^\p{Script=Cyrillic}+$/u : /^\p{Script=Latin}+$/u;
  const known = new Map<string, string>();
  const stemOf = (word: string): string => {
    const stem = known.get(word) ?? ((letters.test(word) && stemmer(word)) || word);
    if (known.size >= maxKnownStems) known.clear();
    known.set(word, stem);
    return stem;
  };
  return { language, stemOf };
};

/** The stemming of the language that the service is set to. */
export const siteStemming = (): Promise<Stemming> => stemmingFor(searchStemming());
