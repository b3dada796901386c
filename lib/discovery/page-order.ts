import { type PageFieldName, storedFieldsOf } from "./page-fields.ts";
import type { PageType } from "./page-types.ts";
import { QueryError } from "./query-error.ts";

/** One field to order by. */
export interface OrderKey {
  readonly field: PageFieldName;
  readonly descending: boolean;
}

/**
 * How a list is ordered: by default (by relevance in a search, else tree order: depth first, siblings in creation order),
 * at random, or by fields, the first one first.
 */
export type PageOrder = "default" | "random" | readonly OrderKey[];

/**
 * The order that an `order` parameter names: stored fields of the types that were asked for, separated by commas, with
 * `-` in front for descending; or `random` alone. An empty one is the default; anything else is a 400 (decisions §3 "Lists").
 */
export const parseOrder = (text: string, types: readonly PageType[]): PageOrder => {
  if (text === "") return "default";
  const names = text.split(",");
  if (!names.includes("random")) return names.map((name) => orderKeyFrom(name, types));
  if (names.length > 1) throw new QueryError(400, "random ordering cannot be combined with other fields");
  return "random";
};

const orderKeyFrom = (text: string, types: readonly PageType[]): OrderKey => {
  if (text.startsWith("--")) throw new QueryError(400, `cannot order by '${text}' (invalid field)`);
  const descending = text.startsWith("-");
  const name = descending ? text.slice(1) : text;
  const field = storedFieldsOf(types).find((candidate) => candidate.name === name);
  if (field === undefined) throw new QueryError(400, `cannot order by '${name}' (unknown field)`);
  return { field: field.name, descending };
};
