import { type CacheDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import type { Anchor, LogPosition } from "./log-position.ts";

/** How far a catalog has followed the change log, at least. */
export interface LogProgress {
  readonly position: LogPosition;
  /** The newest entry read that has a mark, if any. */
  readonly anchor: Anchor | undefined;
  /** By the wall clock. */
  readonly notedAtMs: number;
}

/** Saves the progress. Call it after applying the changes: a copy made in between has more than it claims. */
export const saveProgress = (database: CacheDatabase, progress: LogProgress): void =>
  writeWhole(database, () => {
    database.exec("create table if not exists progress (id integer primary key, json text not null) strict");
    database.prepare("insert or replace into progress values (1, ?)").run(JSON.stringify(progress));
  });

export const savedProgress = (database: CacheDatabase): LogProgress | undefined => {
  const isThere = database.prepare("select 1 from sqlite_schema where name = 'progress'").get();
  const row = isThere && database.prepare("select json from progress").get();
  return row && (JSON.parse(row.json as string) as LogProgress);
};
