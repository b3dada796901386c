/** In code points. */
const maxSearchTextLength = 500;

/**
 * A search text as answers repeat it: runs of white space and hyphens become one space, none at the ends, at
 * most 500 characters, case kept. Query values have no null characters (contract#suggestion-text).
 */
export const searchTextOf = (text: string): string => {
  const spaced = text.replace(/[\s-]+/g, " ").trim();
  return [...spaced].slice(0, maxSearchTextLength).join("").trim();
};
