import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { itemKindNames } from "#lib/store/item-kinds.ts";
import { PlainError } from "#local/plain-error.ts";
import { backupFormat, linesInBackup, mediaPath, readEntries, readSums } from "./backup-folder.ts";
import { hashOfFile } from "./hashed-file.ts";

/** What a backup says of itself. */
export interface BackupSummary {
  /** Of `SHA256SUMS`, and so of everything. */
  readonly digest: string;
  /** Relative to the backup. */
  readonly dataFolder: string;
  /** The number of items of each kind. */
  readonly items: Readonly<Record<string, number>>;
  readonly files: number;
  /** About what restoring it takes: two for each started kilobyte of an item. */
  readonly write_units: number;
  /** Keys of files that the backup lacks, because they were missing or damaged when it was made. */
  readonly lost_files: readonly string[];
}

export interface Verification {
  /** Undefined if there is a problem. */
  readonly summary: BackupSummary | undefined;
  /** A sentence for each. */
  readonly problems: readonly string[];
}

const headShape = z.object({
  format: z.int(),
  items: z.record(z.string(), z.int()),
  files: z.int(),
});

/** Reads all of a backup and compares it with its checksums. Needs no service, and writes nothing. */
export const verifyBackup = async (path: string): Promise<Verification> => {
  const folder = resolve(path);
  const problems: string[] = [];
  const named = new Set<string>();
  for await (const { sha256, path: name } of readSums(folder)) {
    named.add(name);
    const fault = await faultOf(join(folder, name), sha256);
    if (fault !== undefined) problems.push(`${name} ${fault}.`);
  }
  if (problems.length > 0) return { summary: undefined, problems };
  const dataFolder = [...named].find((name) => name.startsWith("data-"))?.split("/")[0];
  const head = dataFolder && (await headOf(join(folder, dataFolder)));
  if (!head) return { summary: undefined, problems: ["It has no backup.json, or one of another form."] };
  if (head.format !== backupFormat) throw otherFormat(folder, head.format);
  const lost: string[] = [];
  for await (const { key, sha256 } of readEntries(folder)) {
    if (sha256 === null) lost.push(key);
    else if (!named.has(mediaPath(sha256))) problems.push(`The file ${key} is not in SHA256SUMS.`);
  }
  for (const kind of Object.keys(head.items))
    if (!itemKindNames.some((known) => known === kind) || !named.has(`${dataFolder}/${kind}.jsonl`))
      problems.push(`This version of Lectern knows no items ${kind}, or they are missing.`);
  if (problems.length > 0) return { summary: undefined, problems };
  const { sha256: digest } = await hashOfFile(join(folder, "SHA256SUMS"));
  const { items, files } = head;
  const write_units = await unitsOf(
    Object.keys(items).map((kind) => join(folder, dataFolder!, `${kind}.jsonl`)),
  );
  return {
    summary: { digest, dataFolder: dataFolder!, items, files, write_units, lost_files: lost },
    problems,
  };
};

/** A disk that fails is why backups are verified: a file that cannot be read is named as others are. */
const faultOf = (file: string, sha256: string): Promise<string | undefined> =>
  hashOfFile(file).then(
    (found) => (found.sha256 === sha256 ? undefined : "is damaged: it has another checksum"),
    ({ code, message }: NodeJS.ErrnoException) =>
      code === "ENOENT" ? "is missing" : `cannot be read (${code ?? message})`,
  );

const unitsOf = async (files: readonly string[]): Promise<number> => {
  let units = 0;
  for (const file of files)
    for await (const line of linesInBackup(file)) units += 2 * Math.ceil(line.length / 1_024);
  return units;
};

const headOf = async (folder: string): Promise<z.output<typeof headShape> | undefined> => {
  if (!(await readdir(folder)).includes("backup.json")) return undefined;
  const text = await readFile(join(folder, "backup.json"), "utf8");
  try {
    return headShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const otherFormat = (folder: string, format: number): PlainError =>
  new PlainError(
    `${folder} is a backup of format ${format}, and this version of Lectern reads format ${backupFormat}; use the version that made it.`,
  );
