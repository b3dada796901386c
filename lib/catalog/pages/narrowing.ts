import type { PostFilter } from "#lib/queries/post-filter.ts";
import type { Category } from "#lib/site/site.ts";
import type { TermGroup, Terms } from "./terms.ts";

/** What a list of posts and episodes is narrowed down to. Null does not restrict it. */
export interface Narrowing {
  /** Of the visible date in UTC, as `YYYY-MM`. */
  readonly month: string | null;
  /** An id; 0 for a category that does not exist. */
  readonly category: number | null;
  readonly tag: string | null;
  /** The first and last day of visible dates in UTC, as `YYYY-MM-DD`, both inclusive. */
  readonly after: string | null;
  readonly before: string | null;
}

/** The narrowing that the enhanced filters ask for on a site with these categories. */
export const narrowingOf = (filter: PostFilter, categories: readonly Category[]): Narrowing => {
  const { month, tag, after, before } = filter;
  const idOf = (slug: string) => categories.find((category) => category.slug === slug)?.id ?? 0;
  return { month, category: filter.category === null ? null : idOf(filter.category), tag, after, before };
};

/** A needed term; no page has the number 0. */
export interface NeededTerm {
  readonly group: TermGroup;
  readonly number: number;
}

/** The first and last instant of visible dates, in milliseconds since the epoch. */
export interface Dates {
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Needs extends Dates {
  readonly terms: readonly NeededTerm[];
}

export const noNeeds: Needs = {
  terms: [],
  fromMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
};

export const isAnyTime = ({ fromMs, untilMs }: Dates): boolean =>
  fromMs === noNeeds.fromMs && untilMs === noNeeds.untilMs;

export const needsOf = ({ month, category, tag, after, before }: Narrowing, terms: Terms): Needs => ({
  terms: [
    ...(month === null ? [] : [neededTerm(terms, "date", month)]),
    ...(category === null ? [] : [neededTerm(terms, "category", String(category))]),
    ...(tag === null ? [] : [neededTerm(terms, "tag", tag)]),
  ],
  fromMs: after === null ? noNeeds.fromMs : Date.parse(`${after}T00:00:00.000Z`),
  untilMs: before === null ? noNeeds.untilMs : Date.parse(`${before}T23:59:59.999Z`),
});

const neededTerm = (terms: Terms, group: TermGroup, key: string): NeededTerm => ({
  group,
  number: terms.numberOf(group, key),
});
