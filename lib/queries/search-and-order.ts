import { QueryError, type QueryValues } from "./parameter-values.ts";

/** The search text of a request, and whether all its words must occur or any of them. */
export interface Search {
  readonly text: string;
  readonly operator: "and" | "or";
}

/** The parameters of a search in lists of pages. */
export const searchParameters = {
  search: { description: "Only pages with all of these words, those that fit best first." },
  search_operator: { description: "`or`: any of the words will do; `and` is the default." },
} as const;

/** Reads a search; null without one. An unknown operator is a 400 (contract#search). */
export const parseSearch = (values: QueryValues): Search | null => {
  const text = values.get("search");
  if (text === undefined) return null;
  const operator = values.get("search_operator") || "and";
  if (operator !== "and" && operator !== "or") {
    throw new QueryError(400, "search_operator must be one of and, or");
  }
  return { text, operator };
};

export interface OrderKey<Name extends string> {
  readonly field: Name;
  readonly descending: boolean;
}

/** The order of a list: its default, random, or by fields, the first one first. */
export type Order<Name extends string> = "default" | "random" | readonly OrderKey<Name>[];

export const orderParameter = {
  description: "Fields to order by, comma-separated; prefix `-` for descending; `random`.",
} as const;

/** Reads `order`: fields with `-` for descending, or `random`; else a 400 (contract#list-order). */
export const parseOrder = <Name extends string>(
  text: string,
  fields: readonly { readonly name: Name }[],
): Order<Name> => {
  if (text === "") return "default";
  const names = text.split(",");
  if (!names.includes("random")) return names.map((name) => orderKeyFrom(name, fields));
  if (names.length > 1) throw new QueryError(400, "random ordering cannot be combined with other fields");
  return "random";
};

/** Reads the order of a list. `random` works neither with `offset` nor with a search. */
export const parseListOrder = <Name extends string>(
  values: QueryValues,
  fields: readonly { readonly name: Name }[],
  search: Search | null,
): Order<Name> => {
  const order = parseOrder(values.get("order") ?? "", fields);
  if (order !== "random") return order;
  if (values.has("offset")) throw new QueryError(400, "random ordering with offset is not supported");
  if (search !== null) {
    throw new QueryError(400, "cannot order by 'random' while searching (field is not indexed)");
  }
  return order;
};

const orderKeyFrom = <Name extends string>(
  text: string,
  fields: readonly { readonly name: Name }[],
): OrderKey<Name> => {
  if (text.startsWith("--")) throw new QueryError(400, `cannot order by '${text}' (invalid field)`);
  const descending = text.startsWith("-");
  const name = descending ? text.slice(1) : text;
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new QueryError(400, `cannot order by '${name}' (unknown field)`);
  return { field: field.name, descending };
};
