/** Code between fences longer than any run of backticks in it; `info` stands behind the first. */
export const fencedCode = (info: string, text: string): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = "`".repeat(longest + 1);
  return `${mark}${info}\n${text}\n${mark}`;
};
