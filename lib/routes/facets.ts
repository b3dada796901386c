import * as z from "zod/mini";
import { facetQuery } from "#lib/queries/narrowing-queries.ts";
import { pageWindowQuery } from "#lib/queries/pagination.ts";
import { revalidated, route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

/** A blog or podcast with the address of its facet counts (contract#facets-list). */
export const facetItem = z.object({ id, url: z.string() });

/** A month, category or tag, with the number of its posts. A month's slug and name are `YYYY-MM`. */
const facet = z.object({ slug: z.string(), name: z.string(), count: z.int() });
const facets = z.optional(z.array(facet));

/** Counts of posts that match the whole query, without zeros; groups that the site disables are missing. */
export const legacyFacets = z.extend(facetItem, {
  facet_counts: z.object({ date_facets: facets, category_facets: facets, tag_facets: facets }),
});

const modalGroup = z.optional(
  z.object({ selected: z.string(), all_count: z.int(), options: z.array(facet) }),
);

/** Counts of each group without its own selection, with zeros; groups that the site disables are missing. */
export const modalFacets = z.object({
  mode: z.literal("modal"),
  result_count: z.int(),
  groups: z.object({ date_facets: modalGroup, tag_facets: modalGroup, category_facets: modalGroup }),
});

const common = {
  ...revalidated,
  auth: "public",
  envelope: "legacy",
  method: "GET",
  uses: ["table:read", "catalog"],
} as const;

export const listFacets = /* @__PURE__ */ route(() => ({
  ...common,
  id: "facets/list",
  path: "/api/facet_counts/",
  summary: "list the blogs and podcasts that have facet counts",
  query: pageWindowQuery,
  answer: envelopeOf(facetItem),
}));

export const readFacets = /* @__PURE__ */ route(() => ({
  ...common,
  id: "facets/read",
  path: "/api/facet_counts/{id}/",
  params: ["id"],
  summary: "count the posts of a blog by month, category and tag",
  query: facetQuery,
  answer: z.union([legacyFacets, modalFacets]),
  errors: ["not_found", "busy"],
}));
