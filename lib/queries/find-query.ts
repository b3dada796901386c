import { comparedSlug } from "#lib/pages/slug.ts";
import { integerFrom } from "./integer.ts";
import { lastValues } from "./last-values.ts";

/** What a request to find an object by its id asks for. */
export interface FindQuery {
  /** Null where the request names none, or what cannot be one. */
  readonly id: number | null;
  /** The other parameters, for the way on: with a question mark in front, or empty. */
  readonly rest: string;
}

/** What a request to find a page asks for. */
export interface PageFindQuery extends FindQuery {
  /** The slugs from the site's root page down, which is at the end of none; null where the request names no path. It wins over the id. */
  readonly slugs: readonly string[] | null;
}

/** Reads `id`, of which the last counts, and keeps the other parameters (contract#find-page). */
export const parseFind = (params: URLSearchParams): FindQuery => {
  const id = integerFrom(lastValues(params).get("id") ?? "") ?? 0;
  return { id: id > 0 ? id : null, rest: withoutThese(params, ["id"]) };
};

/** Reads `html_path`, whose slashes count only between slugs, and `id`, and keeps the other parameters. */
export const parsePageFind = (params: URLSearchParams): PageFindQuery => {
  const path = lastValues(params).get("html_path");
  return {
    ...parseFind(params),
    slugs:
      path === undefined
        ? null
        : comparedSlug(path)
            .split("/")
            .filter((slug) => slug !== ""),
    rest: withoutThese(params, ["id", "html_path"]),
  };
};

const withoutThese = (params: URLSearchParams, names: readonly string[]): string => {
  const others = new URLSearchParams(params);
  for (const name of names) others.delete(name);
  return others.size === 0 ? "" : `?${others}`;
};
