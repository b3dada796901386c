import { access } from "node:fs/promises";
import { join } from "node:path";
import { readIfThere, replaceFile } from "./kept-file.ts";

/** The content of the file `format` of a data directory with a table of today's layout. */
export const dataFormat = "2";

export const formatFileIn = (folder: string): string => join(folder, "format");

/** Says that a data directory has today's layout, so that no earlier release opens it any more. */
export const raiseDataFormat = async (folder: string): Promise<void> => {
  const file = formatFileIn(folder);
  if ((await readIfThere(file))?.trim() !== dataFormat) await replaceFile(file, `${dataFormat}\n`);
};

/** The file of a data directory's table. */
export const tableFileIn = (folder: string): string => join(folder, "table.sqlite");

/** The file in which releases of format 1 describe the engine that they run. */
export const engineFileIn = (folder: string): string => join(folder, "engine.json");

/** The file of their table, which stays there after it was copied. */
export const formerFileIn = (folder: string): string => join(folder, "database.sqlite");
export const keptFileIn = (folder: string): string => join(folder, "former-database.sqlite");

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
