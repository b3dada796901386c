import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Calls back with the path of what changes in a folder or below it; hidden names do not count.
 *
 * Each folder is watched by itself, on all systems: a file that an editor replaces by another one is a change
 * of its folder, and Node's own watching of trees on Linux loses such files.
 */
export const watchFolder = (folder: string, changed: (path: string) => void): Disposable => {
  const watched = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  const forget = (path: string): void => {
    watched.get(path)?.watcher.close();
    watched.delete(path);
  };
  /** Watches what is new, also a folder that took the place of another. */
  const watchTree = (path: string): void => {
    try {
      const { ino, birthtimeMs } = statSync(path);
      // A new folder may get the number of one that was removed.
      const identity = `${ino} ${birthtimeMs}`;
      if (watched.get(path)?.identity !== identity) {
        forget(path);
        const watcher = watch(path, (_, name) => {
          if (name?.startsWith(".")) return;
          look();
          changed(name ? join(path, name) : path);
        });
        watcher.on("error", () => forget(path));
        watched.set(path, { watcher, identity });
      }
      for (const entry of readdirSync(path, { withFileTypes: true }))
        if (entry.isDirectory() && !entry.name.startsWith(".")) watchTree(join(path, entry.name));
    } catch {
      // It went away meanwhile, which is a change of the folder above.
      forget(path);
    }
  };
  const look = (): void => {
    for (const path of watched.keys()) if (!statSync(path, { throwIfNoEntry: false })) forget(path);
    watchTree(folder);
  };
  watchTree(folder);
  return {
    [Symbol.dispose]: () => {
      for (const path of [...watched.keys()]) forget(path);
    },
  };
};
