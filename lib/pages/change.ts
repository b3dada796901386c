import type { Media, MediaKind } from "#lib/media/media.ts";
import type { Listing } from "./listing.ts";

/**
 * One entry of the change log: what a transaction changed that a list could show. `page`: the page's new
 * listing, or null when it is gone. `media`: the same for a media object. `site`: site data (groups,
 * categories, settings …) has a new version. `void`: the number was drawn and not used.
 */
export type Change =
  | { readonly kind: "page"; readonly id: number; readonly version: number; readonly listing: Listing | null }
  | {
      readonly kind: "media";
      readonly mediaKind: MediaKind;
      readonly id: number;
      readonly version: number;
      readonly media: Media | null;
    }
  | { readonly kind: "site"; readonly version: number }
  | { readonly kind: "void" };

/** A number of the change log, as it was drawn. */
export interface DrawnNumber {
  readonly number: number;
  /**
   * What tells this drawing from one that gives the same number, in a table that was restored to an earlier
   * time. Undefined of numbers that an earlier version drew.
   */
  readonly mark: string | undefined;
}

/** A change under its number in the log. Numbers may appear out of order, and some never do. */
export interface NumberedChange extends DrawnNumber {
  readonly change: Change;
  /** When the writer wrote it, by the writer's clock, milliseconds since the epoch. */
  readonly writtenAtMs: number;
}
