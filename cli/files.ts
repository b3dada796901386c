import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { type FileEntry, mediaPath, readEntries } from "#cli/backup/backup-folder.ts";
import { hashOfFile } from "#cli/backup/hashed-file.ts";
import { plainFileFault } from "#cli/backup/plain-file.ts";
import {
  type FileCopy,
  type FileMismatch,
  type FileRestoration,
  restoreFiles,
  verifyFiles,
} from "#lib/actions/media/verify-files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, counted, printJson, printLines, type RunCommand } from "./output.ts";

const options = { ...storeOptions, json: { type: "boolean" } } as const;

/** `lectern files verify`: compares the stored files with the table's media. Exits with 1 if they differ. */
export const filesVerify: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(args, options, []);
  await using _store = await openStore(choice, context);
  const comparison = await verifyFiles();
  const { files, problems } = comparison;
  if (json) printJson(context.stdout, comparison);
  else if (problems.length > 0) printLines(context.stdout, aligned(problems.map(cellsOf)));
  else
    printLines(context.stdout, [`All ${files} files of media are there and intact; nothing is left over.`]);
  return problems.length > 0 ? 1 : 0;
};

/** `lectern files restore`: brings back files that media lack. Exits with 1 if some are missing still. */
export const filesRestore: RunCommand = async (args, context) => {
  const { json, from, ...choice } = parseArguments(args, { ...options, from: { type: "string" } }, []);
  const { stdout, stderr } = context;
  await using _store = await openStore(choice, context);
  const result = await restoreFiles(from === undefined ? undefined : await copiesIn(resolve(from)));
  if (json) printJson(stdout, result);
  else printLines(stdout, linesOfRestoration(result));
  const hasVersions = (await openFiles()).undelete !== undefined;
  if (result.problems.length > 0 && from === undefined)
    printLines(stderr, [
      `${hasVersions ? "The bucket has no versions of these." : "A folder keeps no deleted files."} --from FOLDER takes files from a backup.`,
    ]);
  return result.problems.length > 0 ? 1 : 0;
};

const linesOfRestoration = ({ restored, problems }: FileRestoration): string[] => [
  `${counted(restored.length, "file")} brought back; ${problems.length} missing or damaged.`,
  ...aligned(problems.map(cellsOf)),
];

/** The files of a backup; not those that have been damaged since it was made. */
const copiesIn = async (folder: string): Promise<FileCopy> => {
  const entries = new Map<string, FileEntry>();
  for await (const entry of readEntries(folder)) entries.set(entry.key, entry);
  return async ({ key, sizeBytes }) => {
    const sha256 = entries.get(key)?.sha256;
    if (!sha256 || (await plainFileFault(folder, mediaPath(sha256))) !== undefined) return undefined;
    const path = join(folder, mediaPath(sha256));
    const found = await hashOfFile(path).catch(() => undefined);
    const isWhole = found?.sha256 === sha256 && found.sizeBytes === sizeBytes;
    return isWhole ? createReadStream(path) : undefined;
  };
};

const words = { missing: "missing", damaged: "damaged", left_over: "left over" } as const;

const cellsOf = ({ problem, key, media }: FileMismatch): readonly string[] => [words[problem], media, key];
