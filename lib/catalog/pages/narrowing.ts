import type { PostFilter } from "#lib/queries/post-filter.ts";
import type { Site } from "#lib/site/site.ts";
import { type Day, dayOf, daysIn, endOfDays, monthOf, noDay } from "./days.ts";
import type { TermGroup, Terms } from "./terms.ts";

/** What a list of posts and episodes is narrowed down to. Null does not restrict it. */
export interface Narrowing {
  /** The IANA time zone of the months and days. */
  readonly timezone: string;
  /** The month of the visible date, as `YYYY-MM`. */
  readonly month: string | null;
  /** A category's id; 0 for one that does not exist. */
  readonly category: number | null;
  readonly tag: string | null;
  /** The first and last day of visible dates, as `YYYY-MM-DD`, both inclusive. */
  readonly after: string | null;
  readonly before: string | null;
}

/** The narrowing that the enhanced filters ask for on a site. */
export const narrowingOf = (
  filter: PostFilter,
  { categories, settings: { timezone } }: Pick<Site, "categories" | "settings">,
): Narrowing => {
  const { month, tag, after, before } = filter;
  const idOf = (slug: string) => categories.find((category) => category.slug === slug)?.id ?? 0;
  const category = filter.category === null ? null : idOf(filter.category);
  return { timezone, month, category, tag, after, before };
};

/** A needed term; no page has the number 0. */
export interface NeededTerm {
  readonly group: TermGroup;
  readonly number: number;
}

/** The first and last day of visible dates in a time zone. */
export interface Days {
  readonly timezone: string;
  readonly from: Day;
  readonly until: Day;
}

export interface Needs extends Days {
  readonly terms: readonly NeededTerm[];
}

export const noNeeds: Needs = {
  terms: [],
  timezone: "UTC",
  from: noDay,
  until: endOfDays,
};

export const isAnyDay = ({ from, until }: Days): boolean => from === noNeeds.from && until === noNeeds.until;

export const needsOf = (narrowing: Narrowing, terms: Terms): Needs => {
  const { timezone, month, category, tag, after, before } = narrowing;
  const [firstOfMonth, lastOfMonth] = month === null ? [noDay, endOfDays] : daysIn(monthOf(month));
  return {
    terms: [
      ...(category === null ? [] : [neededTerm(terms, "category", String(category))]),
      ...(tag === null ? [] : [neededTerm(terms, "tag", tag)]),
    ],
    timezone,
    from: Math.max(firstOfMonth, after === null ? noDay : dayOf(after)),
    until: Math.min(lastOfMonth, before === null ? endOfDays : dayOf(before)),
  };
};

const neededTerm = (terms: Terms, group: TermGroup, key: string): NeededTerm => ({
  group,
  number: terms.numberOf(group, key),
});
