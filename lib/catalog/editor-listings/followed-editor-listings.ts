import { followFrom } from "#lib/catalog/following/follow-from.ts";
import type { Follower } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import { certain } from "#lib/certain.ts";
import { allEditorListings, readEditorListings } from "#lib/store/editor-listings.ts";
import { EditorListings } from "./editor-listings.ts";

/** Listings for editors, and the followers of the two logs that say which of them have changed. */
export interface FollowedEditorListings {
  readonly listings: EditorListings;
  readonly changes: Follower;
  readonly edits: Follower;
}

/** How far a log has been read, at least. */
export interface ReadLog {
  readonly position: LogPosition;
  readonly anchor: Anchor | undefined;
}

/** Listings for editors, and how far, at least, they have read the logs. */
export interface EditorListingsNow {
  readonly listings: EditorListings;
  readonly changes: ReadLog;
  readonly edits: ReadLog;
}

export const editorListingsNowOf = ({
  listings,
  changes,
  edits,
}: FollowedEditorListings): EditorListingsNow => ({
  listings,
  changes: readBy(changes),
  edits: readBy(edits),
});

const readBy = ({ position, anchor }: Follower): ReadLog => ({ position, anchor });

/** Reads the rows of all pages. They may lack what is then noted as changed (`readNoted`). */
export const followFromRows = async (): Promise<FollowedEditorListings> => {
  const listings = new EditorListings();
  const readAll = async () => {
    for await (const some of allEditorListings())
      for (const listing of some) listings.put(listing.id, listing);
  };
  let edits: Awaited<ReturnType<typeof followFrom>> | undefined;
  const changes = await followFrom(storedChanges, storedLogTime, async () => {
    edits = await followFrom(storedEdits, storedLogTime, readAll);
  });
  for (const change of [...changes.unread, ...certain(edits).unread]) listings.note(change);
  return { listings, changes: changes.follower, edits: certain(edits).follower };
};

/** Asks both logs at once, and notes what is new. If one fails, what the other says is noted all the same. */
export const noteChanges = async ({ listings, changes, edits }: FollowedEditorListings): Promise<void> => {
  const checks = await Promise.allSettled([changes.check(), edits.check()]);
  for (const result of checks)
    if (result.status === "fulfilled") for (const { change } of result.value) listings.note(change);
  for (const result of checks) if (result.status === "rejected") throw result.reason;
};

/** Reads the pages that are noted as changed: 100 per request. */
export const readNoted = async (listings: EditorListings): Promise<void> => {
  const { noted } = listings;
  for (const [index, listing] of (await readEditorListings(noted)).entries())
    listings.put(certain(noted[index]), listing);
};
