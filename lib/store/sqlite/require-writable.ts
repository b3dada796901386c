import { accessSync, constants, existsSync } from "node:fs";

/**
 * Throws the system's error for a file that this process may not write. SQLite would open it for reading, and
 * fail only at the first write.
 */
export const requireWritable = (file: string): void => {
  if (existsSync(file)) accessSync(file, constants.W_OK);
};
