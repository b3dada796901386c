import * as z from "zod/mini";
import { revalidated } from "./revalidated.ts";
import { route } from "./route.ts";
import { envelopeOf, id, pageWindow } from "./shapes.ts";

/** A blog or podcast with the address of its facet counts (contract#facets-list). */
export const facetItem = z.object({ id, url: z.string() });

/** A month, a category or a tag, and how many posts have it. Of a month, slug and name are `YYYY-MM`. */
const facet = z.object({ slug: z.string(), name: z.string(), count: z.int() });
const facets = z.optional(z.array(facet));

/** The counts of posts that match everything, without those that are zero; groups that the site has switched off are missing. */
export const legacyFacets = z.extend(facetItem, {
  facet_counts: z.object({ date_facets: facets, category_facets: facets, tag_facets: facets }),
});

const modalGroup = z.optional(
  z.object({ selected: z.string(), all_count: z.int(), options: z.array(facet) }),
);

/** The counts of each group without its own selection, zeros included; groups that the site has switched off are missing. */
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

export const listFacets = route({
  ...common,
  id: "facets/list",
  path: "/api/facet_counts/",
  summary: "list the blogs and podcasts that have facet counts",
  query: pageWindow,
  answer: envelopeOf(facetItem),
});

export const readFacets = route({
  ...common,
  id: "facets/read",
  path: "/api/facet_counts/{id}/",
  params: ["id"],
  summary: "count the posts of a blog by month, category and tag",
  query: {
    mode: { description: "`modal`: each group is counted without its own selection, zeros included." },
    search: { description: "Words, all of which must occur." },
    date_facets: { description: "A month, such as `2025-02`." },
    category_facets: { description: "The slug of a category." },
    tag_facets: { description: "The slug of a tag." },
    date_after: { description: "The first day, such as `2025-02-01`; not with `mode=modal`." },
    date_before: { description: "The last day; not with `mode=modal`." },
    o: { description: "Taken as in lists, where it orders; it changes no counts." },
  },
  answer: z.union([legacyFacets, modalFacets]),
  errors: ["not_found", "busy"],
});
