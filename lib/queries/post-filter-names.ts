/** The enhanced filters; `date` is `date_after` and `date_before`. */
const postFilterNames = ["search", "date", "date_facets", "category_facets", "tag_facets", "o"] as const;

/** One of the enhanced filters, as the setting that switches them on calls them. */
export type PostFilterName = (typeof postFilterNames)[number];

/**
 * The enhanced filters that the value of `SITE_FILTERSET_FACETS` lists by name, such as `["search",
 * "tag_facets"]`; all of them when it says nothing. Throws an error of one sentence when it is anything else.
 */
export const parsePostFilterNames = (setting: unknown): ReadonlySet<PostFilterName> => {
  if (setting === undefined || setting === null) return new Set(postFilterNames);
  if (!Array.isArray(setting)) {
    throw new Error(
      `The setting SITE_FILTERSET_FACETS is wrong: a list of names is expected, not ${shown(setting)}.`,
    );
  }
  return new Set(setting.map(filterNamed));
};

const filterNamed = (name: unknown): PostFilterName => {
  const known = postFilterNames.find((candidate) => candidate === name);
  if (known !== undefined) return known;
  const names = postFilterNames.join(", ");
  throw new Error(
    `The setting SITE_FILTERSET_FACETS is wrong: there is no filter ${shown(name)}, only ${names}.`,
  );
};

const shown = (value: unknown): string => JSON.stringify(value);
