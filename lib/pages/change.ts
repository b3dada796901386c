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
  /** Only in the log of edits: a page's row is new, and nothing that the public may see. */
  | { readonly kind: "edit"; readonly id: number; readonly version: number }
  | { readonly kind: "void" };

/** `CHANGES`: what the public may see. `EDITS`: what only editors see, which costs readers nothing. */
export type LogName = "CHANGES" | "EDITS";

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
