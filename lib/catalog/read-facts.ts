import type { PageKind } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import type { CacheDatabase } from "./database.ts";
import type { PageFacts } from "./page-facts.ts";

/** A page that is gone, and the version in which it went. */
export interface GonePage {
  readonly id: number;
  readonly version: number;
}

/** The columns that facts are read from, with what stands in them. */
interface FactColumns {
  readonly id: readonly number[];
  readonly version: readonly number[];
  readonly kind: readonly PageKind[];
  readonly live: readonly number[];
  readonly parent_id: readonly (number | null)[];
  readonly restriction: readonly (Restriction | null)[];
  readonly first_published_at: readonly (number | null)[];
  readonly last_published_at: readonly (number | null)[];
  readonly visible_date: readonly (number | null)[];
  readonly terms: readonly (readonly number[])[];
}

const plainColumns = [
  ...["id", "version", "kind", "live", "parent_id"],
  ...["first_published_at", "last_published_at", "visible_date"],
];

/** A JSON array for each column is the fastest way to move so many values. */
const selectFacts = `
  select ${plainColumns.map((column) => `json_group_array(${column}) as ${column}`).join(", ")},
    json_group_array(json(restriction)) as restriction,
    '[' || coalesce(group_concat(terms), '') || ']' as terms
  from page`;

/** The facts of all pages in the database, in no promised order; their listings are not read. 100,000 pages: 0.1 s. */
export function* readFacts(database: CacheDatabase): Generator<PageFacts> {
  const row = database.attempt(() => database.prepare(selectFacts).get()) ?? {};
  const columns = Object.fromEntries(
    Object.entries(row).map(([name, json]) => [name, JSON.parse(json as string)]),
  ) as FactColumns;
  for (const [index, id] of columns.id.entries()) {
    yield {
      id,
      version: columns.version[index]!,
      kind: columns.kind[index]!,
      live: columns.live[index] === 1,
      parentId: columns.parent_id[index]!,
      restriction: columns.restriction[index]!,
      firstPublishedMs: columns.first_published_at[index]!,
      lastPublishedMs: columns.last_published_at[index]!,
      visibleMs: columns.visible_date[index]!,
      terms: columns.terms[index]!,
    };
  }
}

/** The pages that are gone, in no promised order. */
export const readGone = (database: CacheDatabase): readonly GonePage[] =>
  database.attempt(() => database.prepare("select id, version from gone").all()) as unknown as GonePage[];
