import type { Media, MediaKind } from "#lib/media/media.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { LogReads } from "./follower.ts";

/** What a catalog is made from and kept current by: the change log, the listings and the media objects. */
export interface ChangeSource extends LogReads {
  /** What tells this log from any other that has its place, its numbers or its table's name. */
  readonly logName: () => Promise<string>;
  /** The version of the site data; 0 before there is any. */
  readonly siteVersion: () => Promise<number>;
  /** The highest number ever drawn; every later change has a higher one. */
  readonly highestDrawn: () => Promise<number>;
  /** The changes from the newest backwards, some at a time. */
  readonly backwards: () => AsyncIterable<readonly NumberedChange[]>;
  /** Every listing, in no promised order, some at a time. */
  readonly listings: () => AsyncIterable<readonly Listing[]>;
  /** Every media object of a kind, likewise. */
  readonly media: (kind: MediaKind) => AsyncIterable<readonly Media[]>;
}
