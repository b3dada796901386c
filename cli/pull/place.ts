import { lstat, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { printable, unprintable } from "#cli/publish/printable.ts";
import { PlainError } from "#local/plain-error.ts";

/** Why the path that a service has for a page cannot be that of a file in a folder; undefined if it can. */
export const pathFault = (path: string): string | undefined => {
  const names = path.split(/[/\\]/);
  if (isAbsolute(path) || /^(?:[a-z]:|[/\\])/i.test(path)) return "begins at the root";
  if (names.includes("..")) return "leads out of the folder";
  if (unprintable(path) || path.includes("\\") || names.some((name) => name === "" || name === "."))
    return "is no path of a file";
  return [".md", ".markdown"].includes(extname(path).toLowerCase()) ? undefined : "is no Markdown file";
};

/** The first symbolic link between a folder and a file in it; undefined if there is none. */
export const linkOnTheWay = async (root: string, file: string): Promise<string | undefined> => {
  let place = root;
  for (const name of relative(resolve(root), resolve(file)).split(sep)) {
    place = join(place, name);
    const found = await lstat(place).catch(() => undefined);
    if (found?.isSymbolicLink())
      return `${printable(place)} is a symbolic link; nothing is written through it.`;
  }
  return undefined;
};

/** Writes a whole file or nothing, also if the process is killed. With `isNew`, overwrites none. */
export const writeWholeFile = async (file: string, text: string, isNew: boolean): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const part = join(dirname(file), `.${basename(file)}.part`);
  await rm(part, { force: true });
  try {
    const mode = isNew ? undefined : (await stat(file)).mode & 0o777;
    if (isNew && (await lstat(file).catch(() => undefined)))
      throw new PlainError(`There is a file ${printable(file)} already.`);
    await writeFile(part, text, { flag: "wx", flush: true, mode });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
};
