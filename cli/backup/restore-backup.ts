import { createReadStream } from "node:fs";
import { join } from "node:path";
import { snapshotsFolder } from "#lib/catalog/snapshots/snapshot-note.ts";
import { feedStateFolder } from "#lib/feed-renewal/feed-state.ts";
import { feedsFolder } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { itemKindNames } from "#lib/store/item-kinds.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import {
  endRestoredLog,
  findSomethingStored,
  itemOfText,
  noteRestoration,
  OtherItem,
  putRestoredItems,
  type Restoration,
  readRestoration,
} from "#lib/store/restoration.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { PlainError } from "#local/plain-error.ts";
import { atOnce } from "./at-once.ts";
import { type FileEntry, linesInBackup, mediaPath, readDataLine, readEntries } from "./backup-folder.ts";
import type { ShowProgress } from "./source.ts";
import type { BackupSummary } from "./verify-backup.ts";

export interface RestoreResult {
  /** Items and files that this run has written; an earlier one may have written others. */
  readonly items: number;
  readonly files: number;
  readonly write_units: number;
}

/** The transactions and files that are sent at a time. */
const transactionsAtOnce = 4;
const filesAtOnce = 4;

/** The items of one transaction, which takes 100 items of 4 MB in all. */
const maxItems = 50;
const maxCharacters = 1_500_000;

/**
 * Fills the opened store, which must be empty, from a verified backup. A run that was ended somewhere is
 * completed by the next one. Gives undefined if this has been done before. Throws a {@link PlainError} if the
 * store has something else, before anything is written. `begin` is called before the first write.
 */
export const restoreBackup = async (
  folder: string,
  { digest, dataFolder, items: counts }: BackupSummary,
  { begin, show }: { readonly begin: () => Promise<unknown>; readonly show: ShowProgress },
): Promise<RestoreResult | undefined> => {
  const noted = await readRestoration();
  if (noted?.digest === digest && noted.hasEnded) return undefined;
  if (noted?.digest !== digest) await requireEmpty(noted, digest);
  await begin();
  if (noted?.digest !== digest) await noteBeginning(noted, digest);
  await removeDerivedFiles(await openFiles());
  // Files come before the items that name them.
  const files = await restoreFiles(folder, show);
  const items = await restoreItems(join(folder, dataFolder), counts, show);
  await endRestoredLog();
  await noteRestoration({ digest, hasEnded: true }, { digest, hasEnded: false });
  return { ...items, files };
};

/** True if another run restores this backup, too: both write the same. */
const isRestoring = async (digest: string): Promise<boolean> => (await readRestoration())?.digest === digest;

const requireEmpty = async (noted: Restoration | undefined, digest: string): Promise<void> => {
  if (noted && !noted.hasEnded) throw otherBackup();
  const stored = await findSomethingStored();
  if (stored && !(await isRestoring(digest))) throw notEmpty(`${stored.pk} ${stored.sk}`);
};

const noteBeginning = async (noted: Restoration | undefined, digest: string): Promise<void> => {
  const isNoted = await noteRestoration({ digest, hasEnded: false }, noted);
  if (!isNoted && !(await isRestoring(digest))) throw otherBackup();
};

const otherBackup = (): PlainError =>
  new PlainError(
    "This service is being filled from another backup; complete that with the same command, or restore into another, empty service.",
  );

const notEmpty = (key: string): PlainError =>
  new PlainError(
    `This service is not empty (it has the item ${key}), and nothing was written; restore into an empty one.`,
  );

const restoreFiles = async (folder: string, show: ShowProgress): Promise<number> => {
  const store = await openFiles();
  let written = 0;
  await atOnce(filesAtOnce, readEntries(folder), async (entry) => {
    if (await restoreFile(store, folder, entry)) show(`${++written} files written`);
  });
  return written;
};

/**
 * Removes derived files that an earlier use of the store has left: catalogs, and feeds with the job's notes
 * of them. Some of them would be taken for those of the restored site.
 */
const removeDerivedFiles = async (store: Files): Promise<void> => {
  for (const folder of [snapshotsFolder, feedStateFolder, fileKey(feedsFolder)])
    for await (const { key } of store.list(folder)) await store.delete(key);
};

/** Stores a file of a backup, unless the store has it, or the backup does not: then false. */
const restoreFile = async (
  store: Files,
  folder: string,
  { key, contentType, sizeBytes, sha256 }: FileEntry,
): Promise<boolean> => {
  if (sha256 === null || (await hasFile(store, key, sizeBytes))) return false;
  await store.put(fileKey(key), createReadStream(join(folder, mediaPath(sha256))), contentType);
  return true;
};

/** A key has a digest of the content, so another content of this size is a damaged one. */
const hasFile = async (store: Files, key: string, sizeBytes: number): Promise<boolean> =>
  (await store.isIntact(fileKey(key))) && (await store.head(fileKey(key)))?.sizeBytes === sizeBytes;

/** Writes kind after kind, because others are found by the later ones. */
const restoreItems = async (folder: string, counts: BackupSummary["items"], show: ShowProgress) => {
  const written = { items: 0, write_units: 0 };
  for (const kind of itemKindNames.filter((name) => counts[name] !== undefined)) {
    await atOnce(transactionsAtOnce, batchesOf(folder, kind), async (items) => {
      const put = await putRestoredItems(items).catch(otherWriter);
      written.items += put.items;
      written.write_units += put.writeUnits;
      show(`${written.items} items written`);
    });
  }
  return written;
};

const otherWriter = (error: unknown): never => {
  if (!(error instanceof OtherItem)) throw error;
  throw new PlainError(
    `Somebody else writes to this service: ${error.message} What was written remains; restore into another, empty service.`,
  );
};

/** The items of a kind, as many as one transaction takes. */
async function* batchesOf(folder: string, kind: ItemKindName): AsyncGenerator<readonly Item[]> {
  let [batch, characters]: [Item[], number] = [[], 0];
  const file = join(folder, `${kind}.jsonl`);
  for await (const line of linesInBackup(file)) {
    if (batch.length === maxItems || (batch.length > 0 && characters + line.length > maxCharacters)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(readDataLine(file, line, itemOfText));
    characters += line.length;
  }
  if (batch.length > 0) yield batch;
}
