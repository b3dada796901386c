import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { sha256Of } from "#lib/files/part-checksum.ts";

/** The files of a backup by their names, one character per byte; not those of its lock. */
export const backupIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const content = new Map<string, string>();
  for (const path of paths.sort())
    if (!/^(lock|draft)\./.test(relative(folder, path)))
      content.set(relative(folder, path), await readFile(path, "latin1"));
  return content;
};

/** A file of the data of a backup, such as `page.jsonl`. */
export const dataFileIn = async (folder: string, name: string): Promise<string> => {
  const [data = ""] = (await readdir(folder)).filter((each) => each.startsWith("data-"));
  return join(folder, data, name);
};

/** The lines of such a file. */
export const dataLinesIn = async (folder: string, name: string): Promise<readonly string[]> =>
  (await readFile(await dataFileIn(folder, name), "utf8")).split("\n").slice(0, -1);

/** Writes another content to a file of a backup, and its checksum to the sums. */
export const replaceInBackup = async (folder: string, file: string, content: string): Promise<void> => {
  const sums = join(folder, "SHA256SUMS");
  const path = relative(folder, file);
  const lines = (await readFile(sums, "utf8")).split("\n");
  const changed = lines.map((line) =>
    line.endsWith(`  ${path}`) ? sha256Of(Buffer.from(content)) + line.slice(64) : line,
  );
  await writeFile(file, content);
  await writeFile(sums, changed.join("\n"));
};
