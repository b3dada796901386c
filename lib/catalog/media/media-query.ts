import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import type { Filter } from "#lib/queries/filters.ts";
import type { StoredImageField } from "#lib/queries/image-fields.ts";
import type { OrderKey } from "#lib/queries/order.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";

/** A condition on one field: its value is exactly this. Only images have a width and a height. */
export type MediaFilter = Filter<StoredImageField, number | string>;

/**
 * How a list of media objects is ordered: by id ascending; the newest first and equally old ones by id
 * descending; by how many of the search's words stand in the title, the most first and equal ones by id; at
 * random; or by fields, equal ones by id in the direction of the first field.
 */
export type MediaOrder = "id" | "newest" | "relevance" | "random" | readonly OrderKey<StoredImageField>[];

/** A list of media objects of one kind to be had from the catalog. What is left out does not restrict it. */
export interface MediaQuery<Kind extends MediaKind> {
  readonly kind: Kind;
  /** Ids of the collections that count, without those below them; or all there are. */
  readonly collections: readonly number[] | "all";
  readonly ownerId?: number;
  /**
   * A part of the title, or of an audio's subtitle, whatever the case of its letters. No character stands for
   * others.
   */
  readonly titlePart?: string;
  /** All of these exact tags; the empty text is no object's tag. */
  readonly tags?: readonly string[];
  /** Words of an image's title, description and tags; those of sound and film are not known. */
  readonly search?: WordSearch | null;
  /** All of them must hold. */
  readonly filters?: readonly MediaFilter[];
  readonly order: MediaOrder;
  readonly window: Window;
}

/** What a window shows of a list, and how long the list is. */
export interface MediaList<Kind extends MediaKind> {
  readonly total: number;
  readonly media: readonly MediaOf<Kind>[];
}
