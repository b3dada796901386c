import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FollowedPage } from "@lectern/client/read";

/** A copy of a site's pages in a folder: a file for each page, and one with the cursor. */
export interface Copy {
  readonly pages: ReadonlyMap<number, FollowedPage>;
  /** The cursor; undefined for a new copy, and for one that was made with other options. */
  readonly cursor: string | undefined;
  readonly clear: () => Promise<void>;
  readonly put: (page: FollowedPage) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
  /** The copy is as current as this. Written after its pages, so that a build that is cut off is made up for. */
  readonly keep: (cursor: string) => Promise<void>;
}

interface State {
  readonly asked: string;
  readonly cursor: string;
  /** The pages by their ids, with the version of each file. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * The content of a page's file. Another build may use the same folder at the same time: then versions differ
 * from those that the state names, and the copy begins again.
 */
interface PageFile {
  readonly version: string;
  readonly page: FollowedPage;
}

/** Opens the copy in a folder. If files of it are missing or damaged, it begins again. */
export const openCopy = async (folder: string, asked: string): Promise<Copy> => {
  const pagesFolder = join(folder, "pages");
  const stateFile = join(folder, "state.json");
  await mkdir(pagesFolder, { recursive: true });
  const state = await readJson<State>(stateFile);
  const kept = state?.asked === asked ? state : undefined;
  const pages = new Map<number, FollowedPage>();
  const fileOf = (id: number): string => join(pagesFolder, `${id}.json`);
  const versions = new Map(Object.entries(kept?.versions ?? {}));
  for (const [id, version] of versions) {
    const file = await readJson<PageFile>(fileOf(Number(id)));
    if (file?.version === version) pages.set(Number(id), file.page);
  }
  return {
    pages,
    cursor: pages.size === versions.size ? kept?.cursor : undefined,
    clear: async () => {
      pages.clear();
      versions.clear();
      await rm(stateFile, { force: true });
      for (const name of await readdir(pagesFolder))
        if (/^\d+\.json$/.test(name)) await rm(join(pagesFolder, name), { force: true });
    },
    put: async (page) => {
      const version = randomUUID();
      pages.set(page.id, page);
      versions.set(String(page.id), version);
      await replaceFile(fileOf(page.id), JSON.stringify({ version, page }));
    },
    remove: async (id) => {
      pages.delete(id);
      versions.delete(String(id));
      await rm(fileOf(id), { force: true });
    },
    keep: (cursor) =>
      replaceFile(stateFile, JSON.stringify({ asked, cursor, versions: Object.fromEntries(versions) })),
  };
};

/** The file's value; undefined if it is not there, or was cut off. */
const readJson = async <Value>(file: string): Promise<Value | undefined> => {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Value;
  } catch {
    return undefined;
  }
};

const replaceFile = async (file: string, text: string): Promise<void> => {
  const written = `${file}.${randomUUID()}.new`;
  await writeFile(written, text);
  await rename(written, file);
};
