import { variable } from "./environment.ts";

/** The file of this process's catalog, which may vanish at any time; or `:memory:`. */
export const catalogFile = (): string => variable("CATALOG_FILE") ?? "/tmp/lectern-catalog.db";

/** The most pages and media that this process makes a catalog of; undefined for any number. */
export const catalogBuildLimit = (): number | undefined => {
  const limit = variable("CATALOG_BUILD_LIMIT");
  return limit === undefined ? undefined : Number(limit);
};

/** True for a process that opens the catalog's snapshot when it starts, and not when a request asks. */
export const opensCatalogAhead = (): boolean => variable("CATALOG_AHEAD") === "true";

/** The file of the full-text index: `FULL_TEXT_FILE`, or one beside the catalog. */
export const fullTextFile = (): string => {
  const catalog = catalogFile();
  return variable("FULL_TEXT_FILE") ?? (catalog === ":memory:" ? catalog : fullTextFileBeside(catalog));
};

export const fullTextFileBeside = (catalog: string): string => catalog.replace(/(\.db)?$/, "-words.db");
