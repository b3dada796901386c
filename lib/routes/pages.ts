import * as z from "zod";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

/** A page of the page-content API; which members stand in it depends on `fields`. */
export const pageItem = z.looseObject({
  id: id.optional(),
  meta: z.looseObject({}).optional(),
  title: z.string().optional(),
});

const listQuery = {
  type: { description: "Page types, comma-separated, such as `site.Post`; subtypes count." },
  child_of: { description: "Only direct children of this page; `root` is the site's root page." },
  descendant_of: { description: "Only pages below this page; `root` is the site's root page." },
  ancestor_of: { description: "Only pages above this page.", type: "integer" },
  translation_of: { description: "Only translations of this page." },
  slug: { description: "Only pages with exactly this slug." },
  show_in_menus: { description: "Only pages that are, or are not, shown in menus.", type: "boolean" },
  fields: { description: "Fields to show, such as `body,-title`, `*` or `_,title`." },
  order: { description: "Fields to order by, comma-separated; prefix `-` for descending." },
  limit: { description: "At most this many pages, up to 200.", type: "integer" },
  offset: { description: "Skip this many pages.", type: "integer" },
  page: { description: "The page of the list, from 1, or `last`." },
  pageSize: { description: "Pages per page of the list, up to 200.", type: "integer" },
} as const;

const common = { auth: "public", envelope: "pages" } as const;

export const listPages = route({
  ...common,
  id: "pages/list",
  method: "GET",
  path: "/api/cms/pages/",
  summary: "list the live pages that the caller may view",
  query: listQuery,
  answer: envelopeOf(pageItem).extend({ meta: z.object({ total_count: z.int() }) }),
  errors: ["bad_query", "not_found"],
  uses: ["table:read", "catalog"],
});

export const readPage = route({
  ...common,
  id: "pages/read",
  method: "GET",
  path: "/api/cms/pages/{id}/",
  params: ["id"],
  summary: "read a live page",
  query: { fields: listQuery.fields },
  answer: pageItem,
  errors: ["bad_query", "not_found"],
  uses: ["table:read", "catalog"],
});
