import { DatabaseSync, type StatementSync } from "node:sqlite";
import { filesOf, type MediaFile } from "#lib/media/media.ts";
import { isBackedUp, isOfKind, itemKindNames, itemKindOf } from "#lib/store/item-kinds.ts";
import { mediaIn } from "#lib/store/media.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { itemOfText, textOfItem } from "#lib/store/restoration.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import { PlainError } from "#local/plain-error.ts";

/**
 * The items of a site on their way into a backup, in a file that sorts them, so that memory stays small.
 * Reading a table again shows whether it has changed.
 */
export class Spool implements Disposable {
  readonly #database: DatabaseSync;
  readonly #keep: StatementSync;
  readonly #put: StatementSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    // The spool of a crashed run is discarded, so it need not survive one.
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE TABLE items (kind TEXT, pk TEXT, sk TEXT, line TEXT, reading INTEGER);
      CREATE UNIQUE INDEX item ON items (kind, pk, sk);
    `);
    this.#keep = this.#database.prepare(
      "UPDATE items SET reading = ? WHERE kind = ? AND pk = ? AND sk = ? AND line = ?",
    );
    this.#put = this.#database.prepare(
      "INSERT OR REPLACE INTO items (reading, kind, pk, sk, line) VALUES (?, ?, ?, ?, ?)",
    );
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Takes all items of a reading, numbered from 1; gives how many differ from the reading before. */
  async take(reading: number, pages: AsyncIterable<readonly Item[]>): Promise<number> {
    let changed = 0;
    for await (const items of pages) {
      this.#database.exec("BEGIN");
      for (const item of items) if (this.#takeItem(reading, item)) changed++;
      this.#database.exec("COMMIT");
    }
    const { changes } = this.#database.prepare("DELETE FROM items WHERE reading < ?").run(reading);
    return changed + Number(changes);
  }

  /** True if the reading before did not have it, or had another. */
  #takeItem(reading: number, item: Item): boolean {
    const kind = itemKindOf(item);
    if (kind === undefined) throw unknownKind(item);
    if (!isBackedUp(kind, item)) return false;
    const row = [reading, kind, String(item.pk), String(item.sk), textOfItem(item)];
    if (this.#keep.run(...row).changes > 0) return false;
    this.#put.run(...row);
    return true;
  }

  /** The kinds of which there are items. */
  kinds(): ItemKindName[] {
    const rows = this.#database.prepare("SELECT DISTINCT kind FROM items").all();
    const found = new Set(rows.map(({ kind }) => kind));
    return itemKindNames.filter((name) => found.has(name));
  }

  count(kind: ItemKindName): number {
    const row = this.#database.prepare("SELECT count(*) AS count FROM items WHERE kind = ?").get(kind);
    return Number(row?.count);
  }

  /** The lines of a kind, by key. */
  *lines(kind: ItemKindName): Generator<string> {
    const rows = this.#database
      .prepare("SELECT line FROM items WHERE kind = ? ORDER BY pk, sk")
      .iterate(kind);
    for (const { line } of rows) yield String(line);
  }

  /** The files of all media objects. */
  *files(): Generator<MediaFile> {
    for (const line of this.lines("media")) {
      const item = itemOfText(line);
      if (isOfKind("media", item)) yield* filesOf(mediaIn(item));
    }
  }
}

const unknownKind = ({ pk, sk }: Item): PlainError =>
  new PlainError(
    `The table has an item that this version of Lectern does not know (${pk} ${sk}), so the backup would lack something; use the version that has written it.`,
  );
