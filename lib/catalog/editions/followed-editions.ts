import { followFrom } from "#lib/catalog/following/follow-from.ts";
import type { Follower } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import type { Anchor, LogPosition } from "#lib/catalog/log-position.ts";
import { certain } from "#lib/certain.ts";
import { allEditions, readEditions } from "#lib/store/editions.ts";
import { Editions } from "./editions.ts";

/** Pages with their drafts, and what follows the two logs that say which of them have changed. */
export interface FollowedEditions {
  readonly editions: Editions;
  readonly changes: Follower;
  readonly edits: Follower;
}

/** How far a log has been read, at least. */
export interface ReadLog {
  readonly position: LogPosition;
  readonly anchor: Anchor | undefined;
}

/** Pages with their drafts, and at least how far they have read the logs. */
export interface EditionsNow {
  readonly editions: Editions;
  readonly changes: ReadLog;
  readonly edits: ReadLog;
}

export const editionsNowOf = ({ editions, changes, edits }: FollowedEditions): EditionsNow => ({
  editions,
  changes: readBy(changes),
  edits: readBy(edits),
});

const readBy = ({ position, anchor }: Follower): ReadLog => ({ position, anchor });

/** Reads the rows of all pages. They may lack what is then noted as changed (`readNoted`). */
export const followFromRows = async (): Promise<FollowedEditions> => {
  const editions = new Editions();
  const readAll = async () => {
    for await (const some of allEditions()) for (const edition of some) editions.put(edition.id, edition);
  };
  let edits: Awaited<ReturnType<typeof followFrom>> | undefined;
  const changes = await followFrom(storedChanges, storedLogTime, async () => {
    edits = await followFrom(storedEdits, storedLogTime, readAll);
  });
  for (const change of [...changes.unread, ...certain(edits).unread]) editions.note(change);
  return { editions, changes: changes.follower, edits: certain(edits).follower };
};

/** Asks both logs at once, and notes what is new. If one fails, what the other says is noted all the same. */
export const noteChanges = async ({ editions, changes, edits }: FollowedEditions): Promise<void> => {
  const checks = await Promise.allSettled([changes.check(), edits.check()]);
  for (const result of checks)
    if (result.status === "fulfilled") for (const { change } of result.value) editions.note(change);
  for (const result of checks) if (result.status === "rejected") throw result.reason;
};

/** Reads the pages that are noted as changed: 100 per request. */
export const readNoted = async (editions: Editions): Promise<void> => {
  const { noted } = editions;
  for (const [index, edition] of (await readEditions(noted)).entries())
    editions.put(certain(noted[index]), edition);
};
