import type { QueryValues } from "./last-values.ts";
import { QueryError } from "./query-error.ts";

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
