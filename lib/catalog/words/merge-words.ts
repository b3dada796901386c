import { setImmediate as letOthersRun } from "node:timers/promises";
import { CacheDatabase } from "#lib/catalog/database/database.ts";

/** Pages of a merged list written at once: some milliseconds. */
const pagesAtOnce = 200;

/**
 * A merge that changes fewer rows had nothing to merge. Source: SQLite, "FTS5 extension", the merge command.
 */
const minChanges = 2;

/**
 * Merges the segments that many changes have left in a copy of an index of words, so that searches read one
 * segment. A second or two for 100,000 pages; other requests get their turn until the last tenth of it.
 */
export const mergeWords = async (file: string): Promise<void> => {
  using database = new CacheDatabase(file);
  const merge = database.prepare("insert into words (words, rank) values ('merge', ?)");
  const countChanges = database.prepare("select total_changes() as count");
  const changes = () => countChanges.get()?.count as number;
  let before: number;
  do {
    before = changes();
    merge.run(-pagesAtOnce);
    await letOthersRun();
  } while (changes() - before >= minChanges);
  database.exec("vacuum");
};
