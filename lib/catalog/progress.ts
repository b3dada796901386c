import { type CacheDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import type { Anchor, LogPosition } from "./log-position.ts";

/** How far a catalog has followed the change log at least. */
export interface Progress {
  readonly position: LogPosition;
  /** The newest entry that it knows, by which the log is known again. */
  readonly anchor: Anchor | undefined;
  /** When this was noted, by the wall clock. */
  readonly notedAtMs: number;
}

/**
 * Puts the progress into the catalog's database, after what it speaks of: a copy made in between knows more
 * than it says.
 */
export const saveProgress = (database: CacheDatabase, progress: Progress): void =>
  writeWhole(database, () => {
    database.exec("create table if not exists progress (id integer primary key, json text not null) strict");
    database.prepare("insert or replace into progress values (1, ?)").run(JSON.stringify(progress));
  });

/** The progress that was put there; undefined where none was. */
export const savedProgress = (database: CacheDatabase): Progress | undefined => {
  const isThere = database.prepare("select 1 from sqlite_schema where name = 'progress'").get();
  const row = isThere && database.prepare("select json from progress").get();
  return row && (JSON.parse(row.json as string) as Progress);
};
