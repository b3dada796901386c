import { EngineFault, isEngineFault } from "#lib/refusals/engine-fault.ts";

interface SqliteError extends Error {
  readonly errcode?: number;
}

/** Source: SQLite, "Result and Error Codes". */
const resultCodes = {
  busy: 5,
  readOnly: 8,
  failure: 10,
  damage: 11,
  full: 13,
  unopened: 14,
  otherFormat: 26,
} as const;

const codeOf = (error: unknown): number => ((error as SqliteError).errcode ?? 0) & 0xff;

/** True if another connection holds a lock that was asked for. */
export const isBusy = (error: unknown): boolean => codeOf(error) === resultCodes.busy;

const words: Readonly<Record<number, string>> = {
  [resultCodes.busy]: "is locked by another program, which should end its transaction",
  [resultCodes.readOnly]: "cannot be written; look at the rights of the file and of its folder",
  [resultCodes.failure]: "cannot be read or written; look at the disk",
  [resultCodes.damage]: "is damaged; move it away, and restore it from a backup",
  [resultCodes.unopened]: "cannot be opened; look at the rights of the file and of its folder",
  [resultCodes.otherFormat]:
    "is damaged, or another program's file; move it away, and restore it from a backup",
};

/**
 * The error to throw for one of SQLite or the system: that of a full disk, by which nothing was written, or
 * an {@link EngineFault} that says what is wrong with the database. Other errors stay as they are.
 */
export const databaseFault = (error: unknown, file: string): unknown => {
  const { errcode, message } = error as SqliteError;
  if (errcode === undefined && isEngineFault(error) && !(error instanceof EngineFault))
    return new EngineFault(
      `The database ${file} cannot be used; look at what the system says (${message}).`,
      {
        cause: error,
      },
    );
  if (errcode === undefined) return error;
  const code = codeOf(error);
  if (code === resultCodes.full)
    return Object.assign(new Error(`The disk of ${file} is full.`, { cause: error }), { code: "ENOSPC" });
  const what = words[code] ?? "refuses what was asked";
  // Whoever knows the disk needs SQLite's message: a quota, for example, is such a failure.
  return new EngineFault(`The database ${file} ${what} (${message}).`, { cause: error });
};
