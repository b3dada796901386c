import type { CacheDatabase, ObjectNumbers } from "#lib/catalog/database/database.ts";
import type { Columns } from "./columns.ts";
import type { PageRows } from "./page-rows.ts";
import type { Terms } from "./terms.ts";

/** Where a catalog keeps its pages. */
export interface PageParts {
  readonly database: CacheDatabase;
  readonly rows: PageRows;
  readonly columns: Columns;
  readonly terms: Terms;
  readonly searches: ObjectNumbers;
}

/**
 * The pages of a catalog, for answers that few functions give: what they need is no method of the catalog, so
 * that others do not carry it. Only the catalog changes them.
 */
export class CatalogPages {
  readonly parts: PageParts;
  readonly #derived = new Map<unknown, unknown>();

  constructor(parts: PageParts) {
    this.parts = parts;
  }

  /** The result of `make`, which is called once until a page changes. */
  derived<Made>(make: (parts: PageParts) => Made): Made {
    if (!this.#derived.has(make)) this.#derived.set(make, make(this.parts));
    return this.#derived.get(make) as Made;
  }

  /** Call this after any of these has changed. */
  forget(): void {
    this.#derived.clear();
  }
}
