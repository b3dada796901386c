import { integerFrom } from "./integer.ts";
import { lastValues } from "./last-values.ts";

/** What a request to find an object by its id asks for. */
export interface FindQuery {
  /** Null where the request names none, or what cannot be one. */
  readonly id: number | null;
  /** The other parameters, for the way on: with a question mark in front, or empty. */
  readonly rest: string;
}

/** Reads `id`, of which the last counts, and keeps the other parameters (decisions §3 "Detail, find, search"). */
export const parseFind = (params: URLSearchParams): FindQuery => {
  const id = integerFrom(lastValues(params).get("id") ?? "") ?? 0;
  const others = new URLSearchParams(params);
  others.delete("id");
  return { id: id > 0 ? id : null, rest: others.size === 0 ? "" : `?${others}` };
};
