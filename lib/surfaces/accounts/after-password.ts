import { localPath } from "./local-path.ts";

/**
 * Where a page's form leads once its password was entered: to `next` if it stays on this site, with
 * `password=wrong` if it was.
 */
export const afterPassword = (next: string, isRight: boolean): string => {
  const { pathname, searchParams, hash } = new URL(localPath(next), "https://lectern.invalid");
  searchParams.delete("password");
  if (!isRight) searchParams.set("password", "wrong");
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}${hash}`;
};
