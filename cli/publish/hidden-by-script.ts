/**
 * What a data file of Eleventy in JavaScript says of who may see posts. Nobody here runs it, so that a value
 * that hides posts anywhere in it hides all of them.
 */
export const hiddenByScript = (script: string): Readonly<Record<string, string>> => {
  const says = (pattern: RegExp): boolean => pattern.test(script);
  return {
    ...(says(/["']?\bpermalink["']?\s*:\s*false\b/) && { permalink: "false" }),
    ...(says(/["']?\bdraft["']?\s*:\s*true\b/) && { draft: "true" }),
    ...(says(/["']?\beleventyExcludeFromCollections["']?\s*:\s*true\b/) && {
      eleventyExcludeFromCollections: "true",
    }),
  };
};
