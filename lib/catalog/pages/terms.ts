import type { StatementSync } from "node:sqlite";
import type { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { slugFromTag } from "#lib/pages/slug.ts";

/** Terms are categories and tags. */
export type TermGroup = "category" | "tag";

export interface Term {
  readonly group: TermGroup;
  /** A category's id, or a tag's slug. */
  readonly key: string;
  /** A tag's name; of a category the key. */
  readonly name: string;
}

const schema = `
  create table if not exists term (
    number integer primary key,
    term_group text not null,
    key text not null,
    name text not null
  ) strict`;

/** The terms that posts have or had, in the database and in memory. Their numbers, from 1, are final. */
export class Terms {
  readonly #put: StatementSync;
  /** By number, from 1. */
  readonly #terms: (Term | undefined)[] = [undefined];
  readonly #groups: (TermGroup | undefined)[] = [undefined];
  readonly #numbers = new Map<string, number>();

  constructor(database: CacheDatabase) {
    database.exec(schema);
    this.#put = database.prepare("insert into term (number, term_group, key, name) values (?, ?, ?, ?)");
    const rows = database.prepare("select term_group as 'group', key, name from term order by number").all();
    for (const { group, key, name } of rows)
      this.#note({ group: group as TermGroup, key: String(key), name: String(name) });
  }

  /** One more than the highest number. */
  get end(): number {
    return this.#terms.length;
  }

  at(number: number): Term | undefined {
    return this.#terms[number];
  }

  /** By term number. */
  get groups(): readonly (TermGroup | undefined)[] {
    return this.#groups;
  }

  /** 0 if no post ever had the term. */
  numberOf(group: TermGroup, key: string): number {
    return this.#numbers.get(nameOf(group, key)) ?? 0;
  }

  /** The numbers of a listing's categories and tags, each once. New terms are stored at once. */
  numbersOf(listing: Listing): readonly number[] {
    return [...new Set(termsOf(listing).map((term) => this.#numberOf(term)))];
  }

  #numberOf(term: Term): number {
    const known = this.numberOf(term.group, term.key);
    if (known !== 0) return known;
    this.#put.run(this.end, term.group, term.key, term.name);
    return this.#note(term);
  }

  #note(term: Term): number {
    this.#numbers.set(nameOf(term.group, term.key), this.end);
    this.#groups.push(term.group);
    return this.#terms.push(term) - 1;
  }
}

const nameOf = (group: TermGroup, key: string): string => `${group} ${key}`;

const termsOf = (page: Listing): readonly Term[] => {
  if (!isPost(page)) return [];
  const { categories = [], tags = [], tagSlugs } = page;
  const slugs = tagSlugs ?? tags.map(slugFromTag);
  return [
    ...categories.map(String).map((key): Term => ({ group: "category", key, name: key })),
    ...slugs.map((key, index): Term => ({ group: "tag", key, name: tags[index] ?? key })),
  ];
};
