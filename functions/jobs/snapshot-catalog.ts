/** In deployments, and every 15 or 5 minutes — store a snapshot of the catalog, from which instances start */
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { readUsableNote } from "#lib/catalog/snapshots/open-snapshot.ts";
import { isSnapshotMadeElsewhere } from "#lib/catalog/snapshots/snapshot-maker.ts";
import { newestNoteKey } from "#lib/catalog/snapshots/snapshot-note.ts";
import { isWorthWriting, removeOldSnapshots, writeSnapshot } from "#lib/catalog/snapshots/write-snapshot.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { logJob } from "#lib/http/log.ts";
import { readableFiles } from "#lib/settings/files.ts";
import { onceAllowed } from "#lib/store/once-allowed.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";

const storedLog = { reads: storedChanges, time: storedLogTime };

/** Stores none if too little has changed, or no function could read it; logs what it stores. */
export const handler = async ({ isDeployment = false } = {}): Promise<void> =>
  isDeployment ? onceAllowed(beginRelease) : storeSnapshot();

const beginRelease = async (): Promise<void> => {
  await raiseFormat();
  await storeSnapshot();
};

const storeSnapshot = async (): Promise<void> => {
  if (!readableFiles() || (await isSnapshotMadeElsewhere())) return;
  const now = { ...(await catalogNow()), words: await prepareSearch() };
  // A snapshot that cannot be read, or is of another log, does not count.
  const last = (await readUsableNote(newestNoteKey(), storedChanges).catch(() => undefined))?.note;
  if (!isWorthWriting(last, now)) return;
  const files = await openFiles();
  const written = await writeSnapshot(files, storedLog, last, now);
  await removeOldSnapshots(files, [written, last], clock.nowMs());
  logJob("jobs/snapshot-catalog", { outcome: "stored", key: written.catalog });
};
