import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Calls `use` with a temporary folder, named after the process so that `clearTemporaryFolders` finds it. */
export const withTemporaryFolder = async <Result>(
  name: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), `lectern-${name}-${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Removes this user's temporary folders of processes that have ended. */
export const clearTemporaryFolders = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = /^lectern-[a-z]+-(\d+)-[^-]{6}$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process is running.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
};
