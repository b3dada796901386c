import type { Media, MediaKind } from "#lib/media/media.ts";
import type { DrawnNumber, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { LogReads } from "./follower.ts";

/** A log that a catalog can begin to follow. */
export interface LogSource extends LogReads {
  /** The last drawn number, which is the highest. */
  readonly lastDrawn: () => Promise<DrawnNumber>;
  /** The changes in batches, newest first. */
  readonly backwards: () => AsyncIterable<readonly NumberedChange[]>;
}

/** What a catalog is built from and kept current by: the change log, the listings and the media objects. */
export interface ChangeSource extends LogSource {
  /** The version of the site data; 0 before there is any. */
  readonly siteVersion: () => Promise<number>;
  readonly listings: () => AsyncIterable<readonly Listing[]>;
  readonly media: (kind: MediaKind) => AsyncIterable<readonly Media[]>;
}
