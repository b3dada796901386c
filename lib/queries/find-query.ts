import { comparedSlug } from "#lib/pages/slug.ts";
import { integerFrom, lastValues, QueryError, type QueryValues } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface ImageFindQuery {
  readonly id: number;
}

export interface PageFindQuery {
  /** The id; null if the request has none, or an invalid one. */
  readonly id: number | null;
  /** The slugs below the site's root page; null if the request has no path. They win over the id. */
  readonly slugs: readonly string[] | null;
  /** True if earlier addresses count. */
  readonly redirects: boolean;
}

/** The query that finds an image. An invalid id is `not_found` (contract#find-page). */
export const imageFindQuery: QueryDeclaration<ImageFindQuery> = {
  parameters: { id: { description: "The image's id.", type: "integer", required: true } },
  parse: (params) => {
    const id = idFrom(lastValues(params));
    if (id === null) throw new QueryError(404, "not found");
    return { id };
  },
};

/** The query that finds a page. Slashes of `html_path` count only between slugs. Refuses nothing. */
export const pageFindQuery: QueryDeclaration<PageFindQuery> = {
  parameters: {
    html_path: { description: "The page's address below the site, such as `/notes/first-ice/`." },
    id: { description: "The page's id; `html_path` wins over it.", type: "integer" },
    redirects: { description: "`true`: earlier addresses of pages count, too." },
  },
  parse: (params) => {
    const values = lastValues(params);
    const path = values.get("html_path");
    return {
      id: idFrom(values),
      slugs: path === undefined ? null : slugsFrom(path),
      redirects: values.get("redirects") === "true",
    };
  },
};

/** The undeclared parameters, as `?a=b` or empty, to append to the URL of what was found. */
export const otherParameters = (
  params: URLSearchParams,
  { parameters }: Pick<QueryDeclaration<unknown>, "parameters">,
): string => {
  const others = new URLSearchParams(params);
  for (const name of Object.keys(parameters)) others.delete(name);
  return others.size === 0 ? "" : `?${others}`;
};

const idFrom = (values: QueryValues): number | null => {
  const id = integerFrom(values.get("id") ?? "") ?? 0;
  return id > 0 ? id : null;
};

const slugsFrom = (path: string): readonly string[] =>
  comparedSlug(path)
    .split("/")
    .filter((slug) => slug !== "");
