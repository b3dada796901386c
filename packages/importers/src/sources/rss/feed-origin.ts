import type { ImportNote } from "#importers/notes.ts";
import { pathOf } from "#importers/reading/texts.ts";
import type { SiteKind } from "../recordings.ts";

/** What is known of a feed beside what it says. */
export interface FeedOrigin {
  /** Where it was fetched, if it was. */
  readonly address: string | undefined;
  readonly kind: SiteKind | undefined;
  readonly notes: ImportNote[];
}

/** The last name in an address, as a slug. */
export const lastName = (address: string): string | undefined => {
  const path = pathOf(address)
    ?.split("/")
    .filter((name) => name !== "")
    .at(-1);
  return path?.replace(/\.[a-z0-9]{2,5}$/i, "");
};
