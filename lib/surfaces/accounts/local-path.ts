const site = "https://lectern.invalid";

/** The path, encoded for a header, if it stays on this site, else `/`: a form must not lead elsewhere. */
export const localPath = (path: string): string => {
  const address = path.startsWith("/") ? URL.parse(path, site) : null;
  // `/.//elsewhere` is on this site, but becomes `//elsewhere`, which is not.
  if (address?.origin !== site || address.pathname.startsWith("//")) return "/";
  return `${address.pathname}${address.search}${address.hash}`;
};

/** Where a form for a password leads: to `next` on this site, with `password=wrong` after a wrong one. */
export const afterPassword = (next: string, isRight: boolean): string => {
  const { pathname, searchParams, hash } = new URL(localPath(next), "https://lectern.invalid");
  searchParams.delete("password");
  if (!isRight) searchParams.set("password", "wrong");
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}${hash}`;
};
