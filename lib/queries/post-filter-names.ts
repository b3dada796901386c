/** The enhanced filters; `date` is `date_after` and `date_before`. */
export const postFilterNames = [
  "search",
  "date",
  "date_facets",
  "category_facets",
  "tag_facets",
  "o",
] as const;

/** An enhanced filter, as the setting that activates them names it. */
export type PostFilterName = (typeof postFilterNames)[number];
