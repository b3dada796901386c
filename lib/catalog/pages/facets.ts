import { cached } from "#lib/catalog/database/cached.ts";
import type { ObjectNumbers } from "#lib/catalog/database/object-numbers.ts";
import type { Columns } from "./columns.ts";
import { type Narrowing, type NeededTerm, needsOf, noNeeds } from "./narrowing.ts";
import { openPosts } from "./open-posts.ts";
import { lacksNone, lacksSeveral } from "./term-lists.ts";
import type { TermGroup, Terms } from "./terms.ts";

/** What is to be counted. */
export interface FacetsWanted {
  readonly blogId: number;
  readonly narrowing: Narrowing;
  /** The ids of the pages that a search has found; null where nothing is searched for. */
  readonly found: Uint32Array | null;
  /**
   * False: of the posts that everything holds for. True: each group without its own part of the narrowing,
   * and terms of no such post as well.
   */
  readonly isDisjunctive: boolean;
}

/** How many posts have a term. */
export interface TermCount {
  /** A month as `YYYY-MM`, a category's id, or a tag's slug. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

/** The counts of one group, in no promised order. */
export interface GroupCounts {
  /** The posts that everything holds for but this group's part of the narrowing. */
  readonly all: number;
  readonly terms: readonly TermCount[];
}

/** How the posts of a blog spread over its months, categories and tags. */
export interface FacetCounts {
  /** The posts that everything holds for. */
  readonly total: number;
  readonly groups: Readonly<Record<TermGroup, GroupCounts>>;
}

/** How many counts, and the posts of how many blogs, are cached until the next change. */
const maxCachedCounts = 50;
const maxCachedBlogs = 20;

/** The posts that are counted below a blog, and by the number of a term how many of them have it. */
interface BlogPosts {
  readonly ids: Uint32Array;
  readonly occurrences: Uint32Array;
}

/** A pass over posts: what they are counted into. */
interface Tally {
  /** By the number of a term. */
  readonly counts: Uint32Array;
  /** The posts that lack only what is needed of the group. */
  readonly lacking: Record<TermGroup, number>;
  readonly total: number;
}

/**
 * How many of a blog's posts are of each month, category and tag, in one pass over them ("drill sideways"): a
 * post that has everything that is asked for counts in all groups, one that lacks the term of one group only
 * in this group. Counted are live posts below the blog that nobody is kept from. Half a millisecond for
 * 10,000 posts.
 */
export class Facets {
  readonly #columns: Columns;
  readonly #terms: Terms;
  readonly #searches: ObjectNumbers;
  readonly #counts = new Map<string, FacetCounts>();
  readonly #blogs = new Map<string, BlogPosts>();

  /** Those of the pages that the columns know; what searches have found is cached by its number. */
  constructor(columns: Columns, terms: Terms, searches: ObjectNumbers) {
    this.#columns = columns;
    this.#terms = terms;
    this.#searches = searches;
  }

  /** To be called whenever a page has changed. */
  forget(): void {
    this.#counts.clear();
    this.#blogs.clear();
  }

  /** The counts, which callers share. */
  count(wanted: FacetsWanted): FacetCounts {
    const { found, ...asked } = wanted;
    const key = JSON.stringify([asked, found && this.#searches.of(found)]);
    return cached(this.#counts, maxCachedCounts, key, () => this.#count(wanted));
  }

  #count({ blogId, narrowing, found, isDisjunctive }: FacetsWanted): FacetCounts {
    const blog = cached(this.#blogs, maxCachedBlogs, String(blogId), () => this.#postsBelow(blogId));
    const { terms, ...dates } = needsOf(narrowing, this.#terms);
    const ids = found
      ? openPosts(this.#columns, found, blogId, { ...dates, terms: [] })
      : this.#columns.dated(blog.ids, dates);
    const tally = this.#tally(ids, terms, isDisjunctive);
    return this.#countsOf(tally, isDisjunctive ? blog.occurrences : tally.counts);
  }

  #postsBelow(blogId: number): BlogPosts {
    const ids = openPosts(this.#columns, this.#columns.idsBelow(blogId), blogId, noNeeds);
    return { ids, occurrences: this.#tally(ids, [], false).counts };
  }

  #tally(ids: Uint32Array, needed: readonly NeededTerm[], isDisjunctive: boolean): Tally {
    const numbers = needed.map(({ number }) => number);
    const counts = new Uint32Array(this.#terms.end);
    const lacking = { date: 0, category: 0, tag: 0 };
    const lists = this.#columns.terms;
    const { starts, pool } = lists;
    const { groups } = this.#terms;
    let total = 0;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index]!;
      const lack = lists.lackOf(id, numbers);
      const start = starts[id]!;
      const end = start + pool[start]!;
      if (lack === lacksNone) {
        total++;
        for (let at = start + 1; at <= end; at++) counts[pool[at]!]!++;
      } else if (isDisjunctive && lack !== lacksSeveral) {
        const { group } = needed[lack]!;
        lacking[group]++;
        for (let at = start + 1; at <= end; at++) if (groups[pool[at]!] === group) counts[pool[at]!]!++;
      }
    }
    return { counts, lacking, total };
  }

  // Of the terms that are listed.
  #countsOf({ counts, lacking, total }: Tally, listed: Uint32Array): FacetCounts {
    const terms: Record<TermGroup, TermCount[]> = { date: [], category: [], tag: [] };
    for (const [number, occurrences] of listed.entries()) {
      if (occurrences === 0) continue;
      const { group, key, name } = this.#terms.at(number)!;
      terms[group].push({ key, name, count: counts[number]! });
    }
    const groupCounts = (group: TermGroup): GroupCounts => ({
      all: total + lacking[group],
      terms: terms[group],
    });
    return {
      total,
      groups: { date: groupCounts("date"), category: groupCounts("category"), tag: groupCounts("tag") },
    };
  }
}
