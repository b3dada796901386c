import type { Media, MediaKind } from "#lib/media/media.ts";
import type { DrawnNumber, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { LogReads } from "./follower.ts";

/** What a catalog is made from and kept current by: the change log, the listings and the media objects. */
export interface ChangeSource extends LogReads {
  /** The version of the site data; 0 before there is any. */
  readonly siteVersion: () => Promise<number>;
  /** The number that was drawn last, the highest; every later change has a higher one. */
  readonly lastDrawn: () => Promise<DrawnNumber>;
  /** The changes from the newest backwards, some at a time. */
  readonly backwards: () => AsyncIterable<readonly NumberedChange[]>;
  /** Every listing, in no promised order, some at a time. */
  readonly listings: () => AsyncIterable<readonly Listing[]>;
  /** Every media object of a kind, likewise. */
  readonly media: (kind: MediaKind) => AsyncIterable<readonly Media[]>;
}
