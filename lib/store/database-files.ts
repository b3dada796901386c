import { EngineFault } from "#lib/refusals/engine-fault.ts";

/** A write now would not be in the files of the database. The message is for everybody. */
export class LostDatabase extends EngineFault {}

/** Checks of the files of one machine's database (decision 111). */
export interface DatabaseFiles {
  /** The present fault of the files, if there is one. */
  readonly findLoss: () => LostDatabase | undefined;
  /** Warnings about the files, for everybody to read. */
  readonly findWarnings: () => readonly string[];
  /** The error of the disk that is behind SQLite's error; undefined if there is none. */
  readonly findCause: (error: unknown) => Promise<Error | undefined>;
}

let files: DatabaseFiles | undefined;

/** Sets how the files are checked; without an argument, they are not. Gives a function that ends this. */
export const lookAtFilesBy = (given?: DatabaseFiles): (() => void) => {
  const before = files;
  files = given;
  return () => {
    files = before;
  };
};

export const findDatabaseLoss = (): LostDatabase | undefined => files?.findLoss();

export const findDatabaseWarnings = (): readonly string[] => files?.findWarnings() ?? [];

export const requireDatabaseFiles = (): void => {
  const loss = findDatabaseLoss();
  if (loss) throw loss;
};

/** SQLite's error, or the known reason for it. */
export const explained = async (error: unknown): Promise<unknown> =>
  findDatabaseLoss() ?? (await files?.findCause(error)) ?? error;
