import { localPath } from "./local-path.ts";

/** Where a form for a password leads: to `next` on this site, with `password=wrong` after a wrong one. */
export const afterPassword = (next: string, isRight: boolean): string => {
  const { pathname, searchParams, hash } = new URL(localPath(next), "https://lectern.invalid");
  searchParams.delete("password");
  if (!isRight) searchParams.set("password", "wrong");
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}${hash}`;
};
