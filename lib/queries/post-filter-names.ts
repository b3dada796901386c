/** The enhanced filters; `date` is `date_after` and `date_before`. */
export const postFilterNames = [
  "search",
  "date",
  "date_facets",
  "category_facets",
  "tag_facets",
  "o",
] as const;

/** One of the enhanced filters, as the setting that switches them on calls them. */
export type PostFilterName = (typeof postFilterNames)[number];
