import { publicUrl } from "#lib/pages/addresses.ts";

/** The address of a post below a parent, such as `/notes/first-ice/`. */
export const addressOf = (slug: string, { parentPath }: { readonly parentPath: string }): string =>
  // Addresses leave out the root page.
  publicUrl([...parentPath.split("/").slice(2), slug]);
