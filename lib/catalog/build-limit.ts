import { log } from "#lib/log.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { catalogBuildLimit } from "#lib/settings/catalog.ts";

/** Indexing the words of a page takes some seven times as long as reading its listing. */
const pagesPerIndexedPage = 4;

/**
 * Refuses `unavailable` where this process may not build a catalog of so many pages and media, because it
 * would not end within a request. The job that stores snapshots does it then, within 15 minutes.
 */
export const requireBuildable = async (count: () => Promise<number>): Promise<void> => {
  const limit = catalogBuildLimit();
  if (limit !== undefined && (await count()) > limit) refuse("No snapshot can be used");
};

/**
 * Refuses `unavailable` where reading so many rows that have changed since the snapshot would take too long.
 */
export const requireFewChanged = (pages: number): void => {
  const limit = catalogBuildLimit();
  if (limit !== undefined && pages > limit) refuse("Too many pages have changed since the snapshot");
};

/** Refuses `unavailable` where indexing so many pages that an index of words lacks would take too long. */
export const requireIndexable = (missing: number): void => {
  const limit = catalogBuildLimit();
  if (limit !== undefined && missing * pagesPerIndexedPage > limit) refuse("No index of words can be used");
};

const refuse = (what: string): never => {
  log.write("warning", { warning: `${what}, and the site is too large to make one in a request.` });
  const detail = "The service is preparing its lists; try again in a minute.";
  throw new Refusal("unavailable", { detail, headers: { "retry-after": "60" } });
};
