/** As much of a search is looked at, in code points. */
const maxSearchTextLength = 500;

/**
 * What is searched for, as answers repeat it: runs of white space and hyphens are one space, none at the
 * ends, at most 500 characters, case kept. Null characters are gone from query values already
 * (contract#suggestion-text).
 */
export const searchTextOf = (text: string): string => {
  const spaced = text.replace(/[\s-]+/g, " ").trim();
  return [...spaced].slice(0, maxSearchTextLength).join("").trim();
};
