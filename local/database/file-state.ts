import { readdirSync, statSync } from "node:fs";

export interface FileState {
  /** The identity of the file, whatever its name is. */
  readonly id: string;
  readonly bytes: number;
}

/**
 * The state of a file; undefined if there is none. It does not open the file, because closing a file of
 * SQLite's would end its locks.
 */
export const fileState = (file: string): FileState | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && { id: `${found.dev}:${found.ino}`, bytes: Number(found.size) };
};

/** An address at which a process has the file open, also when it was deleted. Only Linux has such. */
export const heldAddress = (pid: number, id: string): string | undefined => {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder)
    .map((name) => `${folder}/${name}`)
    .find((address) => isFile(address, id));
};

const isFile = (name: string, id: string): boolean => {
  try {
    return fileState(name)?.id === id;
  } catch {
    return false;
  }
};

/** The processes that have the file open, as far as this one may know. Only Linux says it. */
export const processesWith = (id: string): readonly number[] => {
  const pids = namesIn("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => heldAddress(pid, id) !== undefined);
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
