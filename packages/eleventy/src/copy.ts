import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FollowedPage } from "@lectern/client/read";

/** A copy of a site's pages in a folder: a file for each page, and one with the cursor. */
export interface Copy {
  readonly pages: ReadonlyMap<number, FollowedPage>;
  /** Undefined for a new copy, and for one that other questions were asked for. */
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
  readonly ids: readonly number[];
}

/** Opens the copy in a folder. One of which files are missing or damaged begins anew. */
export const openCopy = async (folder: string, asked: string): Promise<Copy> => {
  const pagesFolder = join(folder, "pages");
  const stateFile = join(folder, "state.json");
  await mkdir(pagesFolder, { recursive: true });
  const state = await readJson<State>(stateFile);
  const kept = state?.asked === asked ? state : undefined;
  const pages = new Map<number, FollowedPage>();
  const fileOf = (id: number): string => join(pagesFolder, `${id}.json`);
  for (const id of kept?.ids ?? []) {
    const page = await readJson<FollowedPage>(fileOf(id));
    if (page) pages.set(id, page);
  }
  return {
    pages,
    cursor: pages.size === kept?.ids.length ? kept.cursor : undefined,
    clear: async () => {
      pages.clear();
      await rm(stateFile, { force: true });
      for (const name of await readdir(pagesFolder))
        if (/^\d+\.json$/.test(name)) await rm(join(pagesFolder, name));
    },
    put: async (page) => {
      pages.set(page.id, page);
      await replaceFile(fileOf(page.id), JSON.stringify(page));
    },
    remove: async (id) => {
      pages.delete(id);
      await rm(fileOf(id), { force: true });
    },
    keep: (cursor) => replaceFile(stateFile, JSON.stringify({ asked, cursor, ids: [...pages.keys()] })),
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
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
};
