import { readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { certain } from "#lib/certain.ts";
import { dataFormat } from "#local/data-directory/table-file.ts";
import { fileState, heldAddress, processesWith } from "./file-state.ts";
import type { KeptFile, KeptFiles, Loss } from "./loss-since.ts";

export interface LossWords {
  /** The message for everybody, which names no place. */
  readonly detail: string;
  /** The message for the log: what is wrong, and what to do. */
  readonly alarm: string;
}

/**
 * Says what is wrong with the files of a database, and what to do while a process has them open. `pids` are
 * those of the service.
 */
export const lossWords = (
  { kind, file, reason }: Loss,
  { files }: KeptFiles,
  pids: readonly number[],
): LossWords => {
  const [database, log, index] = files;
  const folder = dirname(database.name);
  const found = `${file} ${reason}. Nothing more is written`;
  if (kind === "hidden" || kind === "failing")
    return {
      detail: detailOf("cannot be read", "Nothing is lost so far; the alarm in the service's log says why."),
      alarm: `${found} until that is mended; then the service goes on by itself. The disk is not full: look at the disk itself, and at the rights of ${folder}.`,
    };
  if (file === index.name)
    return {
      detail: detailOf(
        "are not complete",
        "Nothing is lost; the alarm in the service's log says what to do.",
      ),
      alarm: `${found}, because other programs do not see any more who writes. All is in the other files: end the service, without force, and start it again.`,
    };
  const copies = copyingCommands(database, log, pids);
  const then = `Then copy ${join(folder, "files")} and ${join(folder, "signing-key")} there if they still exist, end the service, and start it with --data=${rescueFolder(folder)}.`;
  if (kind === "cut" || kind === "unreadable")
    return {
      detail: detailOf(
        "were cut or overwritten",
        "Do not end the service: the alarm in its log says how to copy what is left.",
      ),
      alarm: `${found}. Do not end the service (process ${pids[0]}) before what is left is copied: ${copies}. Then end it, restore the newest backup, and look in the copy for what is missing there.`,
    };
  const place = movedTo(file, files, pids);
  const back = place
    ? ` It is at ${place} now: move it back, or the folder around it, in place of what is there, and the service goes on by itself. Otherwise:`
    : "";
  return {
    detail: detailOf(
      "were deleted, moved or replaced",
      "Do not end the service: it still has the data, and the alarm in its log says how to copy them.",
    ),
    alarm: `${found}.${back} All that was acknowledged is still there, until the service (process ${pids[0]}) ends: do not end it before that is copied: ${copies}. ${then}`,
  };
};

/** Says that the log of a database cannot begin again, and what to do. */
export const longLogWords = ({ name, id }: KeptFile, megabytes: number, pids: readonly number[]): string => {
  const readers = processesWith(id).filter((pid) => !pids.includes(pid));
  const who = readers.length > 0 ? ` It is open in the processes ${readers.join(", ")}.` : "";
  return `The log of the database, ${name}, has ${megabytes} MB, and grows until the disk is full: another program has been reading the database for long, so that the log cannot be begun anew.${who} End what reads there, such as a backup or sqlite3, or let it finish.`;
};

const detailOf = (what: string, then: string): string =>
  `The files of the database ${what}, so nothing is written. ${then}`;

/** Names a folder beside the data directory, which may be gone or belong to others now. */
const rescueFolder = (folder: string): string => `${folder}-rescued`;

/** Makes a data directory with the database and its log. Nobody writes, so they belong together. */
const copyingCommands = (database: KeptFile, log: KeptFile, pids: readonly number[]): string => {
  const folder = dirname(database.name);
  const [from, logFrom] = [database, log].map(({ id }) => addressOf(id, pids));
  const target = rescueFolder(folder);
  const inTarget = (file: string) => quoted(join(target, file.slice(folder.length)));
  if (!from || !logFrom)
    return `this system gives no name to files that were deleted; ask one that knows it well how to copy the open files of that process, ${database.name} and ${log.name}`;
  return [
    `mkdir -m 700 ${quoted(target)}`,
    `cp ${from} ${inTarget(database.name)}`,
    `cp ${logFrom} ${inTarget(log.name)}`,
    `echo ${dataFormat} > ${inTarget(join(folder, "format"))}`,
    `echo site > ${inTarget(join(folder, "purpose"))}`,
  ].join(" && ");
};

/** The text in quotes, for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const addressOf = (id: string, pids: readonly number[]): string | undefined => {
  for (const pid of pids) {
    const address = heldAddress(pid, id);
    if (address) return address;
  }
  return undefined;
};

/** The new path of a file that was moved; undefined if it was deleted, or if nobody can say. */
const movedTo = (file: string, files: KeptFiles["files"], pids: readonly number[]): string | undefined => {
  const id = certain(files.find(({ name }) => name === file)).id;
  try {
    const place = readlinkSync(addressOf(id, pids) ?? "");
    return fileState(place)?.id === id ? place : undefined;
  } catch {
    return undefined;
  }
};
