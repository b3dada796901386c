import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { printable } from "#cli/publish/printable.ts";
import type { MediaFile } from "#lib/media/media.ts";
import { itemKindNames } from "#lib/store/item-kinds.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { PlainError } from "#local/plain-error.ts";
import { backupFormat, mediaPath, readEntries, readSums, sumsIn } from "./backup-folder.ts";
import { checkItems } from "./check-items.ts";
import { hashOfFile } from "./hashed-file.ts";
import { faultOfSystem, plainFileFault } from "./plain-file.ts";

type ItemCounts = Readonly<Partial<Record<ItemKindName, number>>>;

/** The summary in a backup. */
export interface BackupSummary {
  /** The digest of `SHA256SUMS`, and so of everything. */
  readonly digest: string;
  /** Relative to the backup. */
  readonly dataFolder: string;
  /** The number of items of each kind. */
  readonly items: ItemCounts;
  readonly files: number;
  /** The estimated write units of restoring it: two for each started kilobyte of an item. */
  readonly write_units: number;
  /** Keys of files that the backup lacks, because they were missing or damaged when it was made. */
  readonly lost_files: readonly string[];
}

export interface Verification {
  /** The summary; undefined if there is a problem. */
  readonly summary: BackupSummary | undefined;
  /** A sentence for each. */
  readonly problems: readonly string[];
}

const headShape = z.object({
  format: z.int(),
  items: z.partialRecord(z.enum(itemKindNames), z.int()),
  files: z.int(),
});

/**
 * Reads all of a backup, compares it with its checksums, and looks at everything that a restoration would
 * write, so that none is refused after something was written. Needs no service, and writes nothing.
 */
export const verifyBackup = async (path: string): Promise<Verification> => {
  const folder = resolve(path);
  const problems: string[] = [];
  /** The sizes of all files that are named and as they were, by path. */
  const sizes = new Map<string, number>();
  for await (const { sha256, path: name } of readSums(folder)) {
    const found = await intactSize(folder, name, sha256);
    if (typeof found === "string") problems.push(`${name} ${found}.`);
    else sizes.set(name, found);
  }
  if (problems.length > 0) return { summary: undefined, problems };
  const dataFolder = [...sizes.keys()].find((name) => name.startsWith("data-"))?.split("/")[0];
  if (dataFolder === undefined || !sizes.has(`${dataFolder}/backup.json`))
    return { summary: undefined, problems: ["It has no backup.json."] };
  const head = await headOf(folder, dataFolder);
  if ("problem" in head) return { summary: undefined, problems: [head.problem] };
  const { items, files } = head;
  problems.push(...kindProblems(items, dataFolder, new Set(sizes.keys())));
  if (problems.length > 0) return { summary: undefined, problems };
  const checked = await checkItems(join(folder, dataFolder), items);
  if (checked.problems.length > 0) return { summary: undefined, problems: checked.problems };
  const listed = await checkEntries(folder, { sizes, files: checked.files, count: files });
  if (listed.problems.length > 0) return { summary: undefined, problems: listed.problems };
  const { sha256: digest } = await hashOfFile(sumsIn(folder));
  const { writeUnits: write_units } = checked;
  return {
    summary: { digest, dataFolder, items, files, write_units, lost_files: listed.lost },
    problems,
  };
};

/**
 * The size of a file that is as it was; else what is wrong with it. A disk that fails is why backups are
 * verified: a file that cannot be read is named as others are.
 */
const intactSize = async (folder: string, name: string, sha256: string): Promise<number | string> => {
  const fault = await plainFileFault(folder, name);
  if (fault !== undefined) return fault;
  const found = await hashOfFile(join(folder, name)).catch(faultOfSystem);
  if (typeof found === "string") return found;
  return found.sha256 === sha256 ? found.sizeBytes : "is damaged: it has another checksum";
};

/** The data have a file for each kind that they count, and no others. */
const kindProblems = (items: ItemCounts, dataFolder: string, named: ReadonlySet<string>): string[] => {
  const expected = new Set(
    ["backup.json", "files.jsonl", ...Object.keys(items).map((kind) => `${kind}.jsonl`)].map(
      (name) => `${dataFolder}/${name}`,
    ),
  );
  const surplus = [...named].filter((name) => name.startsWith("data-") && !expected.has(name));
  return [
    ...[...expected].filter((name) => !named.has(name)).map((name) => `${name} is not in SHA256SUMS.`),
    ...surplus.map((name) => `${name} is not in backup.json.`),
  ];
};

interface ListedFiles {
  /** The sizes of the files in the backup, by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The files of media objects, by key. */
  readonly files: ReadonlyMap<string, MediaFile>;
  readonly count: number;
}

/** Compares the list of files with the media objects, which name them, and with the files that are there. */
const checkEntries = async (
  folder: string,
  { sizes, files, count }: ListedFiles,
): Promise<{ readonly problems: readonly string[]; readonly lost: readonly string[] }> => {
  const problems: string[] = [];
  const lost: string[] = [];
  const seen = new Set<string>();
  for await (const { key, contentType, sizeBytes, sha256 } of readEntries(folder)) {
    const told = files.get(key);
    const found = sha256 === null ? sizeBytes : sizes.get(mediaPath(sha256));
    if (seen.has(key)) problems.push(`The file ${printable(key)} is listed twice.`);
    else if (!told || told.contentType !== contentType || told.sizeBytes !== sizeBytes)
      problems.push(`The file ${printable(key)} is not as a media object of this backup has it.`);
    else if (found === undefined) problems.push(`The file ${printable(key)} is not in SHA256SUMS.`);
    else if (found !== sizeBytes) problems.push(`The file ${printable(key)} has ${found} bytes.`);
    else if (sha256 === null) lost.push(key);
    seen.add(key);
  }
  for (const key of files.keys())
    if (!seen.has(key)) problems.push(`The file ${printable(key)} of a media object is not listed.`);
  if (seen.size !== count && problems.length === 0)
    problems.push(`${seen.size} files are listed, and backup.json says ${count}.`);
  return { problems, lost };
};

const headOf = async (
  folder: string,
  dataFolder: string,
): Promise<z.output<typeof headShape> | { readonly problem: string }> => {
  const text = await readFile(join(folder, dataFolder, "backup.json"), "utf8");
  let head: unknown;
  try {
    head = JSON.parse(text);
  } catch {
    return { problem: "Its backup.json is no JSON." };
  }
  const { format } = Object(head) as { readonly format?: unknown };
  if (Number.isInteger(format) && format !== backupFormat) throw otherFormat(folder, Number(format));
  const read = headShape.safeParse(head);
  return read.success
    ? read.data
    : { problem: "Its backup.json is of another form, or counts items that this version does not know." };
};

const otherFormat = (folder: string, format: number): PlainError =>
  new PlainError(
    `${folder} is a backup of format ${format}, and this version of Lectern reads format ${backupFormat}; use the version that made it.`,
  );
