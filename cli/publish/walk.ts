import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { certain } from "#lib/certain.ts";
import type { LineProblem } from "./front-matter.ts";
import { printable, unprintable } from "./printable.ts";
import { type SourceName, sourceNameOf } from "./source-name.ts";
import { isOwnFolder, isPageOf, siteAround, type ToolSite } from "./tool-site.ts";

/** Where a source keeps a post: the folder's name, and the file's path in it, with slashes. */
export interface Origin {
  readonly name: string;
  readonly path: string;
}

export interface PostFile {
  /** The path to show, and to open. */
  readonly file: string;
  /** Absent for a file that was named by itself. */
  readonly origin?: Origin;
}

/** A folder that was named, under the name by which the service knows it. */
export interface Folder extends SourceName {
  readonly folder: string;
}

export interface FoundFiles {
  readonly files: readonly PostFile[];
  readonly folders: readonly Folder[];
  /** Files and folders that are left alone, and why. */
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
  /** Reasons for which nothing may be sent: an empty folder, and folders that are taken for one. */
  readonly mistakes: ReadonlyMap<string, readonly LineProblem[]>;
  /** Markdown that is no post: pages that list others, and `README`. */
  readonly notPosts: readonly string[];
  /** Where the files and folders with problems lie; what is kept below such a folder has no file here. */
  readonly unread: readonly Origin[];
}

/**
 * Finds the Markdown files that the arguments name, and those in the folders among them, in the order of
 * their paths. Skips hidden files and files of other kinds. Follows links only to places in the folder.
 * Refuses a folder without a post, unless it may be empty.
 */
export const findPostFiles = async (
  paths: readonly string[],
  sourceName: string | undefined,
  mayBeEmpty = false,
): Promise<FoundFiles> => {
  const walk = new Walk();
  const areFolders = await Promise.all(paths.map(isFolder));
  // Folders come first, so that a file in one of them is the folder's.
  for (const folder of paths.filter((_, index) => areFolders[index]))
    await walk.addFolder(
      { folder, ...(sourceName === undefined ? await sourceNameOf(folder) : { name: sourceName }) },
      mayBeEmpty,
    );
  for (const file of paths.filter((_, index) => !areFolders[index]))
    walk.add({ file }, await realPathOf(file));
  return walk;
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

class Walk implements FoundFiles {
  readonly files: PostFile[] = [];
  readonly folders: Folder[] = [];
  readonly problems = new Map<string, readonly LineProblem[]>();
  readonly mistakes = new Map<string, readonly LineProblem[]>();
  readonly unread: Origin[] = [];
  readonly notPosts: string[] = [];
  readonly #seen = new Set<string>();
  /** Names of sources with paths in them. */
  readonly #places = new Set<string>();
  #linkedFolders = 0;

  /** A file that is named twice counts once. */
  add(file: PostFile, realPath: string): void {
    if (this.#seen.has(realPath)) return;
    this.#seen.add(realPath);
    this.files.push(file);
  }

  async addFolder(named: Folder, mayBeEmpty: boolean): Promise<void> {
    const { folder, name } = named;
    const root = await realpath(folder);
    const before = this.files.length + this.problems.size + this.mistakes.size;
    const site = await siteAround(folder);
    await this.#descend(folder, { root, name, prefix: "", site }, [root]);
    this.folders.push(named);
    if (!mayBeEmpty && this.files.length + this.problems.size + this.mistakes.size === before)
      this.#mistake(folder, "There is no Markdown file in this folder.");
  }

  /** `above` are the real paths of the folders that lead here: a link to one of them is a cycle. */
  async #descend(folder: string, at: Place, above: readonly string[]): Promise<void> {
    const names = await readdir(folder).catch(({ message }: Error) => {
      this.#refuse(folder, `The folder cannot be read: ${message}.`, at.name, at.prefix);
      return [];
    });
    names.sort();
    // For Hugo, what lies beside such a file belongs to it and is no page.
    const isBundle = at.site?.isHugo && at.prefix !== "" && names.some(isBundleIndex);
    for (const name of names) {
      if (name.startsWith(".") || name === "node_modules") continue;
      if (isBundle && !isBundleIndex(name)) {
        if (isMarkdown(name)) this.notPosts.push(join(folder, name));
        continue;
      }
      const file = join(folder, name);
      const path = `${at.prefix}${name}`;
      const pathInSite =
        at.site &&
        relative(at.site.root, join(certain(above.at(-1)), name))
          .split(sep)
          .join("/");
      const refuse = (message: string): undefined => this.#refuse(file, message, at.name, path);
      const found = await this.#resolved(file, join(certain(above.at(-1)), name), at, refuse);
      if (!found) continue;
      if (found.isFolder && at.site && isOwnFolder(at.site, pathInSite ?? "")) continue;
      if (found.isFolder) {
        if (above.includes(found.realPath)) refuse("The link leads to a folder above itself.");
        else if (found.isLink && ++this.#linkedFolders > maxLinkedFolders)
          refuse(`This is one of more than ${maxLinkedFolders} links to folders.`);
        else await this.#descend(file, { ...at, prefix: `${path}/` }, [...above, found.realPath]);
      } else if (isNoPost(name) || (at.site && isPageOf(at.site, pathInSite ?? "", at.site.root === at.root)))
        this.notPosts.push(file);
      else if (path.length > maxPathLength) refuse(`The path is longer than ${maxPathLength} characters.`);
      else if (this.#places.has(JSON.stringify([at.name, path])))
        this.#mistake(file, `Another folder has a file ${path}, and is called ${at.name}, too; ${oneByOne}`);
      else {
        this.files.push({ file, origin: { name: at.name, path } });
        this.#places.add(JSON.stringify([at.name, path]));
      }
      this.#seen.add(found.realPath);
    }
  }

  /** The real path of a folder or Markdown file; undefined for what is skipped or refused. */
  async #resolved(
    file: string,
    directPath: string,
    { root }: Place,
    refuse: (message: string) => undefined,
  ): Promise<Resolved | undefined> {
    const entry = await lstat(file).catch(() => undefined);
    if (!entry) {
      // A name that is not UTF-8 cannot be opened. Any other file that cannot be found went away meanwhile.
      if (unprintable(basename(file))) refuse(unprintableName);
      return undefined;
    }
    const isLink = entry.isSymbolicLink();
    const target = isLink ? await stat(file).catch(() => undefined) : entry;
    const isFolder = target?.isDirectory() ?? false;
    if (!isFolder && !isMarkdown(file)) return undefined;
    if (unprintable(basename(file))) return refuse(unprintableName);
    if (!target) return refuse("The link leads nowhere.");
    const realPath = isLink ? await realpath(file) : directPath;
    if (isLink && !`${realPath}${sep}`.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
      return refuse("The link leads out of the folder.");
    if (isFolder || target.isFile()) return { realPath, isFolder, isLink };
    return refuse("This is no ordinary file.");
  }

  #refuse(file: string, message: string, name: string, path: string): undefined {
    this.problems.set(printable(file), [{ line: 1, message }]);
    this.unread.push({ name, path });
  }

  #mistake(file: string, message: string): void {
    this.mistakes.set(printable(file), [{ line: 1, message }]);
  }
}

const oneByOne = "publish the folders one by one, each with a --source of its own.";

const unprintableName = "The name has characters that cannot be printed; rename the file.";

interface Resolved {
  readonly realPath: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

interface Place {
  /** The real path of the folder that was named. */
  readonly root: string;
  readonly name: string;
  /** The path from the root to this folder, with a slash at its end; empty for the root. */
  readonly prefix: string;
  /** The site of another tool in which the folder lies. */
  readonly site: ToolSite | undefined;
}

/** Folders that link to one another can be walked in very many orders. */
const maxLinkedFolders = 100;

/** The most characters that the service takes for the path of a source. */
const maxPathLength = 1024;

const isMarkdown = (file: string): boolean => markdownEndings.includes(extname(file).toLowerCase());

/** The endings of files that may be posts. */
export const markdownEndings: readonly string[] = [".md", ".markdown", ".mdx"];

/** The file of Hugo's that makes its folder one page, in some language. */
export const isBundleIndex = (name: string): boolean =>
  /^index(?:\.[a-z-]{2,7})?\.(?:md|markdown)$/i.test(name);

/** Hugo's `_index.md` lists the pages of its folder, and a README explains it to those who write. */
const isNoPost = (name: string): boolean => /^(?:_index(?:\.[a-z-]{2,7})?|readme)\.\w+$/i.test(name);
