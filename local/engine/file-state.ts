import { readdirSync, statSync } from "node:fs";

export interface FileState {
  /** Which file it is, whatever it is called. */
  readonly id: string;
  readonly bytes: number;
}

/** Undefined if nothing is there. It opens nothing: closing a file of SQLite's would end its locks. */
export const fileState = (file: string): FileState | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && { id: `${found.dev}:${found.ino}`, bytes: Number(found.size) };
};

/** An address at which a process has the file open, also when it was deleted. Only Linux has such. */
export const heldAddress = (pid: number, id: string): string | undefined => {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder)
      .map((name) => `${folder}/${name}`)
      .find((address) => fileState(address)?.id === id);
  } catch {
    return undefined;
  }
};
