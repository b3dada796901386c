import { open } from "node:fs/promises";

/** Puts the names in a folder on the disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open folders, and syncs names by itself.
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
};
