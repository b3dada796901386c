/** In deployments, and every 15 or 5 minutes — store a snapshot of the catalog, from which instances start */
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { editorListingsFromRows, editorListingsNow } from "#lib/catalog/current/current-editor-listings.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { storedChanges, storedEdits, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { readUsableNote } from "#lib/catalog/snapshots/open-snapshot.ts";
import { newestNoteKey } from "#lib/catalog/snapshots/snapshot-note.ts";
import { isSnapshotMadeElsewhere } from "#lib/catalog/snapshots/snapshot-state.ts";
import {
  areRowsDue,
  isWorthWriting,
  removeOldSnapshots,
  writeSnapshot,
} from "#lib/catalog/snapshots/write-snapshot.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { logJob } from "#lib/http/log.ts";
import { readableFiles } from "#lib/settings/files.ts";
import { onceAllowed } from "#lib/store/once-allowed.ts";
import { raiseFormat } from "#lib/store/raise-format.ts";

const logs = { changes: storedChanges, edits: storedEdits, time: storedLogTime };

/** Stores none if too little has changed, or no function could read it; logs what it stores. */
export const handler = async ({ isDeployment = false } = {}): Promise<void> =>
  isDeployment ? onceAllowed(beginRelease) : storeSnapshot();

const beginRelease = async (): Promise<void> => {
  await raiseFormat();
  await storeSnapshot();
};

const storeSnapshot = async (): Promise<void> => {
  if (!readableFiles() || (await isSnapshotMadeElsewhere())) return;
  const catalog = await catalogNow();
  const words = await prepareSearch();
  const { number: lastEdit } = await storedEdits.lastDrawn();
  const now = { ...catalog, words, lastEdit };
  // A snapshot that cannot be read, or is of another log, does not count.
  const last = (await readUsableNote(newestNoteKey(), storedChanges).catch(() => undefined))?.note;
  if (!isWorthWriting(last, now)) return;
  // The listings have to be read after the catalog, because its position in the log counts for them, too.
  const editorListings = await (areRowsDue(last, now) ? editorListingsFromRows() : editorListingsNow());
  const files = await openFiles();
  const written = await writeSnapshot(files, logs, last, { ...now, editorListings });
  await removeOldSnapshots(files, [written, last], clock.nowMs());
  logJob("jobs/snapshot-catalog", { outcome: "stored", key: written.catalog });
};
