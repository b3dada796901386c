const maxLength = 200;

/** The words of a heading as GitHub writes them into addresses: `whats-new` for `What's new?`. */
export const headingSlug = (words: string): string => {
  const kept = words
    .trim()
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, "");
  return kept.replaceAll(" ", "-").slice(0, maxLength) || "section";
};
