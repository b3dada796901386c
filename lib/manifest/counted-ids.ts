/** Ids that are the same each time a file is applied, so that its list items are not new ones every time. */
export const countedIds = (): (() => string) => {
  let count = 0;
  return () => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`;
};
