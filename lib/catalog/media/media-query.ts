import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import type { Filter } from "#lib/queries/filters.ts";
import type { StoredImageField } from "#lib/queries/image-fields.ts";
import type { OrderKey } from "#lib/queries/order.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";

/** A field must have exactly this value. Only images have a width and a height. */
export type MediaFilter = Filter<StoredImageField, number | string>;

/**
 * `id` ascends; `newest` ends with ids descending; `relevance` counts the words of the search in the title.
 * Fields end with ids in the direction of the first field.
 */
export type MediaOrder = "id" | "newest" | "relevance" | "random" | readonly OrderKey<StoredImageField>[];

/** A list of media objects of one kind. What is left out does not restrict it. */
export interface MediaQuery<Kind extends MediaKind> {
  readonly kind: Kind;
  /** Ids of collections, without those below them. */
  readonly collections: readonly number[] | "all";
  readonly ownerId?: number;
  /** A part of the title, or of an audio's subtitle, in any case. There are no wildcards. */
  readonly titlePart?: string;
  readonly tags?: readonly string[];
  /** One of the object's files has one of these checksums, in lower case; none: any object. */
  readonly partsSha256?: readonly string[];
  /** Words of an image's title, description and tags; audios and videos are not indexed. */
  readonly search?: WordSearch | null;
  readonly filters?: readonly MediaFilter[];
  readonly order: MediaOrder;
  readonly window: Window;
}

export interface MediaList<Kind extends MediaKind> {
  readonly total: number;
  readonly media: readonly MediaOf<Kind>[];
}
