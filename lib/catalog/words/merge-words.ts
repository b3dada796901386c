import { setImmediate as letOthersRun } from "node:timers/promises";
import { CacheDatabase } from "#lib/catalog/database/database.ts";

/** As many pages of a merged list are written at once: some milliseconds. */
const pagesAtOnce = 200;

/**
 * A merge that changes fewer rows than this had nothing to do. Source: SQLite, "FTS5 extension", the merge
 * command.
 */
const leastChanges = 2;

/**
 * Makes one piece of a copy of an index of words, which many changes have left in several: searches then look
 * into that one only. 100,000 pages take a second or two, but others have their turn all the while, up to the
 * last tenth of it.
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
  } while (changes() - before >= leastChanges);
  database.exec("vacuum");
};
