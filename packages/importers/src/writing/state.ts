import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PlainError } from "#importers/lectern.ts";

/** What an import has left in a folder, so that the next one knows what people have changed since. */
export interface ImportState {
  /** The file of each web address. */
  readonly media: Readonly<Record<string, string>>;
  /** By the identities of posts: the file, and the digest of what was written; also of `site.yaml`. */
  readonly texts: Readonly<Record<string, { readonly file: string; readonly digest: string }>>;
}

const stateFile = ".lectern-import.json";

export const readImportState = async (folder: string): Promise<ImportState> => {
  const path = join(folder, stateFile);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new PlainError(`${path} cannot be read: ${error.message}`);
  });
  if (text === undefined) return { media: {}, texts: {} };
  try {
    const { version, media, texts } = JSON.parse(text);
    if (version === 1 && isInside(media) && isInside(texts)) return { media, texts };
  } catch {
    // What cannot be read is refused as other content is.
  }
  throw new PlainError(`${path} was not written by this program; remove it to start anew.`);
};

/** True for a record whose files stay in the folder: people may have got it from somewhere else. */
const isInside = (record: unknown): boolean =>
  typeof record === "object" &&
  record !== null &&
  Object.values(record).every((value: unknown) => {
    const file = typeof value === "string" ? value : (value as { file?: unknown } | null)?.file;
    return typeof file === "string" && /^(?:(?:media|pages)\/)?[^./\\][^/\\]*$/.test(file);
  });

export const writeImportState = (folder: string, state: ImportState): Promise<void> =>
  replaceText(join(folder, stateFile), `${JSON.stringify({ version: 1, ...state }, null, 1)}\n`);

/** Writes a file so that it has either its old or its new text, whatever happens. */
export const replaceText = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.lectern-part`;
  await writeFile(temporary, text);
  await rename(temporary, path);
};

export const textDigest = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Runs `work` while no other import writes to the folder. */
export const whileOnlyImport = async <Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, ".lectern-import.lock");
  if (!(await takeLock(path)) && !(await takeLock(path)))
    throw new PlainError(`Another import writes to ${folder}; if not, remove ${path}.`);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
};

/** False if somebody else has it, or had it until now. */
const takeLock = async (path: string): Promise<boolean> => {
  try {
    const handle = await open(path, "wx");
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    if (owner > 0 && !isRunning(owner)) await rm(path, { force: true });
    return false;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
