import type { Window } from "#lib/discovery/pagination.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";

/** A condition on one field: its value is exactly this. Only images have a width and a height. */
export interface MediaFilter {
  readonly field: "id" | "title" | "width" | "height";
  readonly value: number | string;
}

/** A list of media objects of one kind to be had from the catalog. What is left out does not restrict it. */
export interface MediaQuery<Kind extends MediaKind> {
  readonly kind: Kind;
  /** Ids of the collections that count, without those below them; or all there are. */
  readonly collections: readonly number[] | "all";
  readonly ownerId?: number;
  /** A part of the title, or of an audio's subtitle, whatever the case of its letters. No character stands for others. */
  readonly titlePart?: string;
  /** All of these exact tags; the empty text is no object's tag. */
  readonly tags?: readonly string[];
  /** All of them must hold. */
  readonly filters?: readonly MediaFilter[];
  /** By id ascending, or the newest first and equally old ones by id descending. */
  readonly order: "id" | "newest";
  readonly window: Window;
}

/** What a window shows of a list, and how long the list is. */
export interface MediaList<Kind extends MediaKind> {
  readonly total: number;
  readonly media: readonly MediaOf<Kind>[];
}
