/** Gives the same ids on each run, so that applying a file again changes nothing. */
export const countedIds = (): (() => string) => {
  let count = 0;
  return () => `00000000-0000-4000-8000-${(++count).toString(16).padStart(12, "0")}`;
};
