import { cached } from "#lib/catalog/database/cached.ts";
import type { ObjectNumbers } from "#lib/catalog/database/object-numbers.ts";
import type { Columns } from "./columns.ts";
import { type Narrowing, type NeededTerm, needsOf, noNeeds } from "./narrowing.ts";
import { openPosts } from "./open-posts.ts";
import { lacksNone, lacksSeveral } from "./term-lists.ts";
import type { TermGroup, Terms } from "./terms.ts";

/** A count of a blog's posts by month, category and tag. */
export interface FacetCountQuery {
  readonly blogId: number;
  readonly narrowing: Narrowing;
  /** The pages that a search has found; null without a search. */
  readonly found: Uint32Array | null;
  /** False: counts posts that meet all conditions. True: each group ignores its own, and lists zeros. */
  readonly isDisjunctive: boolean;
}

export interface TermCount {
  /** A month as `YYYY-MM`, a category's id, or a tag's slug. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
}

export interface GroupCounts {
  /** The posts that meet all conditions except this group's. */
  readonly all: number;
  readonly terms: readonly TermCount[];
}

export interface FacetCounts {
  readonly total: number;
  readonly groups: Readonly<Record<TermGroup, GroupCounts>>;
}

/** How many counts, and the posts of how many blogs, are cached until the next change. */
const maxCachedCounts = 50;
const maxCachedBlogs = 20;

/** The posts counted below a blog, and by term number how many of them have the term. */
interface BlogPosts {
  readonly ids: Uint32Array;
  readonly occurrences: Uint32Array;
}

interface Tally {
  /** By term number. */
  readonly counts: Uint32Array;
  /** The posts that lack only the needed term of this group. */
  readonly lacking: Record<TermGroup, number>;
  readonly total: number;
}

/**
 * Counts a blog's posts by month, category and tag in one pass ("drill sideways"): a post that has all needed
 * terms counts in every group, one that lacks a single term only in that term's group. Counts live posts
 * below the blog that are open to everybody. Half a millisecond for 10,000 posts.
 */
export class Facets {
  readonly #columns: Columns;
  readonly #terms: Terms;
  readonly #searches: ObjectNumbers;
  readonly #counts = new Map<string, FacetCounts>();
  readonly #blogs = new Map<string, BlogPosts>();

  constructor(columns: Columns, terms: Terms, searches: ObjectNumbers) {
    this.#columns = columns;
    this.#terms = terms;
    this.#searches = searches;
  }

  forget(): void {
    this.#counts.clear();
    this.#blogs.clear();
  }

  /** The counts, which callers share. */
  count(query: FacetCountQuery): FacetCounts {
    const { found, ...rest } = query;
    const key = JSON.stringify([rest, found && this.#searches.of(found)]);
    return cached(this.#counts, maxCachedCounts, key, () => this.#count(query));
  }

  #count({ blogId, narrowing, found, isDisjunctive }: FacetCountQuery): FacetCounts {
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
