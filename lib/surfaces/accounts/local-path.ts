const site = "https://lectern.invalid";

/**
 * The path in the form that a header can hold if it stays on this site, else `/`: a form must not send people
 * elsewhere.
 */
export const localPath = (path: string): string => {
  const address = path.startsWith("/") ? URL.parse(path, site) : null;
  // `/.//elsewhere` is on this site, and what is left of it, `//elsewhere`, is not.
  if (address?.origin !== site || address.pathname.startsWith("//")) return "/";
  return `${address.pathname}${address.search}${address.hash}`;
};
