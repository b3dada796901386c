import type { Media, MediaKind } from "#lib/media/media.ts";
import type { Listing } from "./listing.ts";

/**
 * An entry of the change log: what a transaction changed that lists may show. `page` and `media`: the new
 * listing or object, null if it is deleted. `site`: groups, categories, settings and the like have a new
 * version. `void`: the number was drawn and not used.
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

/** A number that was drawn for the change log. */
export interface DrawnNumber {
  readonly number: number;
  /**
   * Distinguishes two drawings of the same number, which happens after a table is restored to an earlier
   * time. Undefined for numbers that an earlier version drew.
   */
  readonly mark: string | undefined;
}

/** Numbers may appear out of order, and some never do. */
export interface NumberedChange extends DrawnNumber {
  readonly change: Change;
  /** By the writer's clock, milliseconds since the epoch. */
  readonly writtenAtMs: number;
}
