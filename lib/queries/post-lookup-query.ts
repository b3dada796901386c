import { comparedSlug, isSlug } from "#lib/pages/slug.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { mayParameter } from "./may-query.ts";
import { booleanParameter } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface PostLookupQuery {
  readonly parentId: number;
  readonly slug: string;
  readonly may: boolean;
}

/** The query of a lookup: parent and slug exactly once, and `may` (contract#lookup-parameters). */
export const postLookupQuery: QueryDeclaration<PostLookupQuery> = {
  parameters: {
    parent: { description: "Id of a blog or podcast.", type: "integer", required: true },
    slug: { description: "Slug of the latest revision, exactly.", required: true },
    ...mayParameter,
  },
  parse: (params) => {
    const may = booleanParameter(params, "may");
    refuseProblems([...countProblems(params), ...may.problems]);
    const parent = params.get("parent") ?? "";
    const slug = comparedSlug(params.get("slug") ?? "");
    refuseProblems([...parentProblems(parent), ...slugProblems(slug)]);
    return { parentId: Number(parent), slug, may: may.value };
  },
};

const countProblems = (params: URLSearchParams): Problem[] => {
  const once = ["parent", "slug"].filter((name) => params.getAll(name).length !== 1);
  const known = ["parent", "slug", ...Object.keys(mayParameter)];
  const unknown = [...new Set(params.keys())].filter((name) => !known.includes(name)).sort();
  return [
    ...once.map((path): Problem => ({ path, code: "cardinality", message: `Give ${path} exactly once.` })),
    ...(unknown.length > 0
      ? [
          {
            path: "non_field_errors",
            code: "unknown",
            message: `Unknown filters: ${unknown.join(", ")}.`,
          } as const,
        ]
      : []),
  ];
};

const parentProblems = (text: string): Problem[] => {
  if (!/^\s*[+-]?\d+\s*$/.test(text)) {
    return [{ path: "parent", code: "invalid", message: "A valid integer is required." }];
  }
  if (Number(text) >= 1) return [];
  return [{ path: "parent", code: "min_value", message: "Ensure this value is greater than or equal to 1." }];
};

const slugProblems = (text: string): Problem[] => {
  if (text.trim() === "") return [{ path: "slug", code: "blank", message: "This field may not be blank." }];
  if (isSlug(text)) return [];
  return [{ path: "slug", code: "invalid", message: "Not a valid slug." }];
};
