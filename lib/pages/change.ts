import type { Media, MediaKind } from "#lib/media/media.ts";
import type { Listing } from "./listing.ts";

/**
 * What a transaction changed that lists may show. `page` and `media`: null if it is deleted. `site`: groups,
 * categories, settings and the like have a new version. `void`: the number was not used.
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

export interface DrawnNumber {
  readonly number: number;
  /** Tells apart two drawings of one number after a restoration; absent in earlier versions' entries. */
  readonly mark: string | undefined;
}

/** Numbers may appear out of order, and some never do. */
export interface NumberedChange extends DrawnNumber {
  readonly change: Change;
  /** By the writer's clock, milliseconds since the epoch. */
  readonly writtenAtMs: number;
}
