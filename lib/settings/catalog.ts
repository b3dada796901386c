import { variable } from "./environment.ts";

/** Where this process keeps its catalog: a file that may vanish at any time, or `:memory:`. */
export const catalogFile = (): string => variable("CATALOG_FILE") ?? "/tmp/lectern-catalog.db";

/** Where this process keeps its index of words: beside the catalog unless `FULL_TEXT_FILE` says otherwise. */
export const fullTextFile = (): string => {
  const catalog = catalogFile();
  return variable("FULL_TEXT_FILE") ?? (catalog === ":memory:" ? catalog : fullTextFileBeside(catalog));
};

/** The file of words that belongs to a catalog's file, unless it is said otherwise. */
export const fullTextFileBeside = (catalog: string): string => catalog.replace(/(\.db)?$/, "-words.db");
