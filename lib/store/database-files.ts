import { EngineFault } from "#lib/refusals/engine-fault.ts";

/** What is written now would not be in the files of the database. The message is for everybody. */
export class LostDatabase extends EngineFault {}

/** What one machine knows of the files of its database (decision 111). */
export interface DatabaseFiles {
  /** What is wrong with them now. */
  readonly findLoss: () => LostDatabase | undefined;
  /** What somebody should look at, for everybody. */
  readonly findWarnings: () => readonly string[];
  /** The error of the disk that is behind SQLite's error; undefined if there is none. */
  readonly findCause: (error: unknown) => Promise<Error | undefined>;
}

let files: DatabaseFiles | undefined;

/** Has the files looked at like this, or not at all without an argument, until what it gives is called. */
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

/** SQLite's error, or what is known to be behind it. */
export const explained = async (error: unknown): Promise<unknown> =>
  findDatabaseLoss() ?? (await files?.findCause(error)) ?? error;
