import { statfs } from "node:fs/promises";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { tableFileIn } from "#local/data-directory/table-file.ts";
import { findFullDisk, isDiskFailure } from "#local/database/full-disk.ts";
import { PlainError } from "./plain-error.ts";

/** The room that an empty site takes with its demo, its catalogs and its logs, and some for writes. */
const neededMegabytes = 20;

/** Says already how much room is missing. */
export class NoRoom extends PlainError {}

/** Says that a start failed because the disk of its data directory is full; undefined if that is not why. */
export const noRoomIn = async (folder: string, error: unknown): Promise<PlainError | undefined> => {
  if (error instanceof NoRoom) return error;
  const errors = withCauses(error);
  const isUnclear = !(error instanceof PlainError) || errors.some(isDiskFailure);
  const full =
    errors.find(isOfFullDisk) ??
    (isUnclear ? await findFullDisk(tableFileIn(folder)).catch(() => undefined) : undefined);
  if (!full) return undefined;
  const [reason] = fullDisk.exec(full.message) ?? [full.message];
  return new PlainError(
    `The disk of ${folder} takes no more (${reason}${await freeOn(folder)}); make room for ${neededMegabytes} MB or more, or choose another disk with --data, and start again: what was begun is completed then.`,
    { cause: error },
  );
};

/** Says how much room is left; nothing if there is enough, but not for this user, or not in one file. */
const freeOn = async (folder: string): Promise<string> => {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  const kilobytes = Math.floor((bavail * bsize) / 1_000);
  return kilobytes < 1_000 * neededMegabytes ? `, ${kilobytes} KB are free` : "";
};

interface Caused extends Error {
  /** The members of an error that joins several. */
  readonly errors?: readonly unknown[];
  /** The details of a refusal. */
  readonly details?: { readonly cause?: unknown };
}

const withCauses = (error: unknown): readonly Error[] => {
  if (!(error instanceof Error)) return [];
  const { cause, errors = [], details } = error as Caused;
  return [error, ...[cause, details?.cause, ...errors].flatMap(withCauses)];
};

/** The words of SQLite and of the system, which other errors may have in theirs. */
const fullDisk = /(database or )?disk is full|\b(ENOSPC|EDQUOT|EFBIG)\b[^,]*/;

const isOfFullDisk = (error: Error): boolean => isStorageFull(error) || fullDisk.test(error.message);
