import { access } from "node:fs/promises";
import { join } from "node:path";

/** The content of the file `format` of a data directory with a table of today's layout. */
export const dataFormat = "2";

/** Where the table of a data directory is. */
export const tableFileIn = (folder: string): string => join(folder, "table.sqlite");

/** Where releases of format 1 have it, and where theirs is kept after it was copied. */
export const formerFileIn = (folder: string): string => join(folder, "database.sqlite");
export const keptFileIn = (folder: string): string => join(folder, "former-database.sqlite");

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
