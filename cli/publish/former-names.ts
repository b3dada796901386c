import type { OwnedPage } from "./owned-pages.ts";
import type { Folder, Origin, PostFile } from "./walk.ts";

export interface NamedFolders {
  /** The pages that all sources of these folders have. */
  readonly pages: readonly OwnedPage[];
  readonly folders: readonly Folder[];
  /** The place of a file, under the name that its folder has in the service. */
  readonly placeOf: (file: PostFile) => Origin | undefined;
}

/**
 * Lists the pages of folders. A folder that an earlier version has published under its own name alone keeps
 * that name, if the new one has no pages yet, and at least half of those under the old name have a file here.
 */
export const listPagesOf = async (
  folders: readonly Folder[],
  files: readonly PostFile[],
  list: (source: string) => Promise<readonly OwnedPage[]>,
): Promise<NamedFolders> => {
  const lists = new Map<string, Promise<readonly OwnedPage[]>>();
  const pagesOf = (name: string): Promise<readonly OwnedPage[]> => {
    const pages = lists.get(name) ?? list(name);
    lists.set(name, pages);
    return pages;
  };
  const kept = new Map<string, string>();
  for (const { name, formerName } of folders) {
    if (formerName === undefined || (await pagesOf(name)).length > 0) continue;
    const paths = new Set(files.flatMap(({ origin }) => (origin?.name === name ? [origin.path] : [])));
    const former = await pagesOf(formerName);
    const found = former.filter(({ source }) => paths.has(source.path)).length;
    if (found > 0 && found * 2 >= former.length) kept.set(name, formerName);
  }
  const nameIn = (name: string): string => kept.get(name) ?? name;
  const names = new Set(folders.map(({ name }) => nameIn(name)));
  return {
    pages: (await Promise.all([...names].map(pagesOf))).flat(),
    folders: folders.map((folder) => ({ ...folder, name: nameIn(folder.name) })),
    placeOf: ({ origin }) => origin && { ...origin, name: nameIn(origin.name) },
  };
};
