import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openFiles } from "#lib/files/open-files.ts";
import { moveOver, unlessMissing } from "#lib/files/whole-files.ts";
import { syncFolder } from "#lib/sync-folder.ts";
import { atOnce } from "./at-once.ts";
import {
  backupFormat,
  dataFolderPattern,
  type FileEntry,
  incomingIn,
  mediaPath,
  readEntries,
  type Sum,
  sumsIn,
} from "./backup-folder.ts";
import { copyMediaFile } from "./copy-media.ts";
import { hashOfFile, writeLines } from "./hashed-file.ts";
import type { BackupSource, ShowProgress } from "./source.ts";
import { Spool } from "./spool.ts";

export interface BackupResult {
  readonly items: number;
  readonly files: number;
  /** The number of files that no earlier backup in the folder had. */
  readonly new_files: number;
  /** Keys of files that were missing or damaged, and are not in the backup. */
  readonly lost_files: readonly string[];
  readonly read_units: number;
}

/** The files that are copied at a time. */
const filesAtOnce = 4;

interface TakenSite {
  readonly spool: Spool;
  readonly files: readonly FileEntry[];
  readonly newFiles: number;
  readonly readUnits: number;
}

/**
 * Writes a backup of the source to a folder that this process has for itself. A crash at any moment leaves
 * the earlier backup, or the new one.
 */
export const makeBackup = async (
  source: BackupSource,
  folder: string,
  show: ShowProgress,
): Promise<BackupResult> => {
  const incoming = incomingIn(folder);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { mode: 0o700 });
  try {
    const site = await takeSite(source, folder, show);
    using spool = site.spool;
    const data = await writeData(join(incoming, "data"), spool, site.files);
    await replaceBackup(folder, data.sums, site.files);
    return {
      items: data.items,
      files: site.files.length,
      new_files: site.newFiles,
      lost_files: site.files.filter(({ sha256 }) => sha256 === null).map(({ key }) => key),
      read_units: site.readUnits,
    };
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
};

/**
 * Reads items and copies files. A file that is missing may have been deleted together with its object after
 * the items were read, so everything is read again until the same files are missing twice.
 */
const takeSite = async (source: BackupSource, folder: string, show: ShowProgress): Promise<TakenSite> => {
  const known = await knownFiles(folder);
  let [lostBefore, readUnits, newFiles] = ["", 0, 0];
  for (let attempt = 1; ; attempt++) {
    const spool = new Spool(join(incomingIn(folder), `spool-${attempt}`));
    readUnits += await source.read(spool, show);
    const files: FileEntry[] = [];
    const store = await openFiles();
    await atOnce(filesAtOnce, spool.files(), async (file) => {
      const { isNew, ...entry } = await copyMediaFile(store, file, { folder, known: known.get(file.key) });
      if (isNew) newFiles++;
      if (entry.sha256 !== null) known.set(entry.key, entry.sha256);
      files.push(entry);
      show(`${files.length} files, ${newFiles} of them new`);
    });
    files.sort((one, other) => (one.key < other.key ? -1 : 1));
    const lost = files.flatMap(({ key, sha256 }) => (sha256 === null ? [key] : [])).join("\n");
    if (lost === lostBefore) return { spool, files, newFiles, readUnits };
    lostBefore = lost;
    spool[Symbol.dispose]();
  }
};

/** The checksums of the files of the earlier backup in the folder, by key. */
const knownFiles = async (folder: string): Promise<Map<string, string>> => {
  const known = new Map<string, string>();
  if (!existsSync(sumsIn(folder))) return known;
  for await (const { key, sha256 } of readEntries(folder)) if (sha256 !== null) known.set(key, sha256);
  return known;
};

/** A file of the data, with its checksum. */
interface DataSum {
  readonly name: string;
  readonly sha256: string;
}

/** Writes the data's files into a new folder; gives their checksums by name, and the number of items. */
const writeData = async (folder: string, spool: Spool, files: readonly FileEntry[]) => {
  await mkdir(folder, { mode: 0o700 });
  const sums: DataSum[] = [];
  const write = async (name: string, lines: Iterable<string>): Promise<void> => {
    sums.push({ name, sha256: (await writeLines(join(folder, name), lines)).sha256 });
  };
  const items: Record<string, number> = {};
  for (const kind of spool.kinds()) {
    await write(`${kind}.jsonl`, spool.lines(kind));
    items[kind] = spool.count(kind);
  }
  await write("files.jsonl", files.map(lineOf));
  await write("backup.json", [JSON.stringify({ format: backupFormat, items, files: files.length }, null, 2)]);
  const count = Object.values(items).reduce((sum, each) => sum + each, 0);
  return { sums: sums.sort((one, other) => (one.name < other.name ? -1 : 1)), items: count };
};

const lineOf = ({ key, contentType, sizeBytes, sha256 }: FileEntry): string =>
  JSON.stringify({ key, contentType, sizeBytes, sha256 });

/** Puts the new data in the place of the earlier backup, and removes what only that one had. */
const replaceBackup = async (
  folder: string,
  data: readonly DataSum[],
  files: readonly FileEntry[],
): Promise<void> => {
  const incoming = incomingIn(folder);
  const digest = createHash("sha256");
  for (const { name, sha256 } of data) digest.update(`${sha256}  ${name}\n`);
  const name = `data-${digest.digest("hex").slice(0, 12)}`;
  if (!(await isIntact(join(folder, name), data))) {
    await rm(join(folder, name), { recursive: true, force: true });
    await syncFolder(join(incoming, "data"));
    await rename(join(incoming, "data"), join(folder, name));
    await syncFolder(folder);
  }
  const media = new Set(files.flatMap(({ sha256 }) => sha256 ?? []));
  const sums: Sum[] = [
    ...data.map((each) => ({ sha256: each.sha256, path: `${name}/${each.name}` })),
    ...[...media].sort().map((sha256) => ({ sha256, path: mediaPath(sha256) })),
  ];
  await writeLines(
    join(incoming, "SHA256SUMS"),
    sums.map(({ sha256, path }) => `${sha256}  ${path}`),
  );
  await moveOver(join(incoming, "SHA256SUMS"), sumsIn(folder));
  await removeOthers(folder, name, media);
};

/** True of a folder that has these files: that of the earlier backup, if the site has not changed since. */
const isIntact = async (folder: string, data: readonly DataSum[]): Promise<boolean> => {
  if (!existsSync(folder)) return false;
  for (const { name, sha256 } of data) {
    const found = await hashOfFile(join(folder, name)).catch(unlessMissing);
    if (found?.sha256 !== sha256) return false;
  }
  return true;
};

const removeOthers = async (folder: string, data: string, media: ReadonlySet<string>): Promise<void> => {
  for (const name of await readdir(folder))
    if (dataFolderPattern.test(name) && name !== data) await rm(join(folder, name), { recursive: true });
  const kept = join(folder, "media");
  for (const below of (await readdir(kept).catch(unlessMissing)) ?? [])
    for (const name of await readdir(join(kept, below)))
      if (!media.has(name)) await rm(join(kept, below, name));
};
