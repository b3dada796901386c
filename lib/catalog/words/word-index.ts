import type { StatementSync } from "node:sqlite";
import { CacheDatabase, formOf, openDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import { idsAmong, markedIds } from "#lib/catalog/database/marks.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { inTitle, saidOften } from "#lib/search/ready-words.ts";
import { CommonWords } from "./common-words.ts";

/**
 * The words come ready: the index neither stores nor splits nor weighs texts, which makes it a quarter as
 * large. It merges a little with each change, as is its habit: to merge seldom takes a second at once where
 * there are 50,000 pages.
 */
const schema = `
  create virtual table if not exists words using fts5 (
    ready, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  create table if not exists indexed (id integer primary key, version integer not null) strict`;

/** The state of a page that is to be found by its words; null when it is not to be found any more. */
export interface WordChange {
  readonly id: number;
  readonly version: number;
  readonly words: readonly string[] | null;
}

/**
 * What a word counts for the rank of a page in halves of a point: being in it, in its title, three times or
 * more in it.
 */
const points = { word: 2, inTitle: 4, saidOften: 1 } as const;

/** Among more pages than this a word says little about any of them: only titles tell them apart. */
const manyPages = 5_000;

/** So many words of a search for all of them, the longest, because these are rarest, tell its pages apart. */
const rankingWords = 10;

/** So many of them, likewise, keep the lists short that are looked through for each of the others. */
const narrowingWords = 2;

/**
 * So many words that turn out to be common are kept at once; listing the pages of each takes some
 * milliseconds.
 */
const learnedWords = 2;

/**
 * The ready words of pages in an SQLite database of their own, and of each page the version that they are of.
 */
export class WordIndex {
  readonly #database: CacheDatabase;
  readonly #add: StatementSync;
  readonly #remove: StatementSync;
  readonly #note: StatementSync;
  readonly #forget: StatementSync;
  readonly #find: StatementSync;
  readonly #common = new CommonWords();
  #versions = new Uint32Array(1024);
  #size = 0;

  /**
   * An empty one in the file, whose content is lost, or in memory for `:memory:`; or what a database holds.
   */
  constructor(place: string | CacheDatabase) {
    this.#database = typeof place === "string" ? openDatabase(place) : place;
    this.#database.exec(schema);
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
      this.#setVersion(id, indexed[index]!);
  }

  /** The one that {@link copyTo} wrote to the file, and that goes on in it. */
  static fromCopy(file: string): WordIndex {
    return new WordIndex(new CacheDatabase(file));
  }

  /**
   * Writes all of it to a file that is not there yet, and nothing else happens meanwhile: 0.1 s for 100,000
   * pages.
   */
  copyTo(file: string): void {
    this.#database.prepare("vacuum into ?").run(file);
  }

  /** A digest of the tables: of one index's copies others can be made where it is the same. */
  get form(): string {
    return formOf(this.#database);
  }

  /** Why it is to be made anew, as a word for its file: `gone`, `changed` or `unreadable`. */
  get problem(): string | undefined {
    return this.#database.problem;
  }

  /** How many pages are in it. */
  get size(): number {
    return this.#size;
  }

  /** By page id: the version that the page's words are of; 0, or nothing, for pages that are not in it. */
  get versions(): Uint32Array {
    return this.#versions;
  }

  /** Makes all changes, each of another page, or none when it throws. Some 0.1 ms each. */
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
    }
  }

  /** The ids of the pages that have all of the words, or any of them; none when there are no words. */
  find({ words, operator }: WordSearch): Uint32Array {
    if (words.length === 0) return new Uint32Array();
    return operator === "or" && words.length > 1
      ? this.#idsOf(joined(words, operator))
      : this.#idsWithAll(words);
  }

  /**
   * How well the words fit the pages that `find` found for them, in halves of a point by page id: for each of
   * the words that a page has one point, two more where it is in the title, and half a point where it is
   * there three times or more. Where all words must be there, the ten longest are looked at, and not the
   * point that every page has for each; of more than 5,000 pages, the titles only.
   */
  rank({ words, operator }: WordSearch, found: Uint32Array): Uint16Array {
    const scores = new Uint16Array(this.#versions.length);
    if (found.length === 0) return scores;
    const longest = words.toSorted((one, other) => other.length - one.length);
    const isLarge = found.length > manyPages;
    const isNarrow = operator === "and" && !isLarge;
    const narrowing = isNarrow ? longest.slice(0, narrowingWords) : [];
    for (const word of operator === "and" ? longest.slice(0, rankingWords) : words) {
      const others = narrowing.filter((other) => other !== word);
      const count = (ready: string, value: number): void => {
        for (const id of this.#idsWithAll([ready, ...others])) scores[id]! += value;
      };
      count(inTitle(word), points.inTitle);
      if (isLarge) continue;
      if (operator === "or") count(word, points.word);
      count(saidOften(word), points.saidOften);
    }
    return scores;
  }

  /**
   * By page id: a number that the page's ready words make, whatever their order; 0, or nothing, for pages
   * without any. For comparing indexes: passes over all words of all pages.
   */
  fingerprints(): Uint32Array {
    this.#database.exec("create virtual table if not exists temp.word using fts5vocab (main, words, row)");
    const fingerprints = new Uint32Array(this.#versions.length);
    for (const { term } of this.#database.prepare("select term from temp.word").all()) {
      const value = fingerprintOf(term as string);
      for (const id of this.#idsOf(quoted(term as string))) fingerprints[id]! += value;
    }
    return fingerprints;
  }

  #setVersion(id: number, version: number): void {
    if (id >= this.#versions.length) {
      const larger = new Uint32Array(2 ** Math.ceil(Math.log2(id + 1)));
      larger.set(this.#versions);
      this.#versions = larger;
    }
    this.#size += Math.sign(version) - Math.sign(this.#versions[id]!);
    this.#versions[id] = version;
  }

  #idsWithAll(ready: readonly string[]): Uint32Array {
    const common = ready.flatMap((word) => this.#common.pagesWith(word) ?? []);
    const rest = ready.filter((word) => !this.#common.pagesWith(word));
    const [first, ...others] = common;
    if (first && rest.length === 0) return others.reduce(idsAmong, markedIds(first));
    const ids = rest.length === 1 ? this.#idsWith(rest[0]!) : this.#idsOf(joined(rest, "and"));
    // Each of these is common, too: the next search for them all will be spared asking for one or two more.
    if (rest.length > 1 && ids.length > manyPages)
      for (const word of rest.slice(0, learnedWords)) this.#idsWith(word);
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

// Ready words are letters, digits and marks: there is no quote in them to end it too early.
const quoted = (word: string): string => `"${word}"`;

const joined = (words: readonly string[], operator: WordSearch["operator"]): string =>
  words.map(quoted).join(operator === "and" ? " AND " : " OR ");

const fingerprintOf = (word: string): number => {
  let value = 1;
  for (let index = 0; index < word.length; index++) value = Math.imul(value, 31) + word.charCodeAt(index);
  return value;
};
