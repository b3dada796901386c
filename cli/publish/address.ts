import { publicUrl } from "#lib/pages/addresses.ts";

/** Where a post below a parent is read, such as `/notes/first-ice/`. */
export const addressOf = (slug: string, { parentPath }: { readonly parentPath: string }): string =>
  // The root page is in no address.
  publicUrl([...parentPath.split("/").slice(2), slug]);
