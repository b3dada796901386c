import type { KnownPost } from "#bench/corpus/known-post.ts";

/** In the order of modal answers. */
const groups = ["date_facets", "tag_facets", "category_facets"] as const;
export type FacetName = (typeof groups)[number];

/** The selected values, and the search text. */
export type FacetSelection = Partial<Record<FacetName | "search", string>>;

/** The values of a post in each group. */
export const valuesOf: Readonly<Record<FacetName, (post: KnownPost) => readonly string[]>> = {
  date_facets: ({ month }) => [month],
  tag_facets: ({ tags }) => tags,
  category_facets: ({ categories }) => categories,
};

/** True if a post has all selected values; those of the group `without` do not matter. */
export const isSelected = (post: KnownPost, selection: FacetSelection, without?: FacetName): boolean =>
  groups.every((group) => {
    const selected = selection[group];
    return group === without || selected === undefined || valuesOf[group](post).includes(selected);
  });
