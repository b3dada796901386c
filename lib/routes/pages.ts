import * as z from "zod/mini";
import { pageFindQuery } from "#lib/queries/find-query.ts";
import { pageListQuery, pageReadQuery } from "#lib/queries/page-query.ts";
import { pageItem } from "./page-shapes.ts";
import { revalidated, route } from "./route.ts";
import { envelopeOf } from "./shapes.ts";

const common = { auth: "public", envelope: "pages" } as const;

export const listPages = /* @__PURE__ */ route(() => ({
  ...common,
  ...revalidated,
  id: "pages/list",
  method: "GET",
  path: "/api/cms/pages/",
  summary: "list the live pages that the caller may view",
  query: pageListQuery,
  answer: z.extend(envelopeOf(pageItem), { meta: z.object({ total_count: z.int() }) }),
  errors: ["bad_query", "not_found", "busy"],
  uses: ["table:read", "catalog"],
}));

export const readLivePage = /* @__PURE__ */ route(() => ({
  ...common,
  ...revalidated,
  id: "pages/read",
  method: "GET",
  path: "/api/cms/pages/{id}/",
  params: ["id"],
  summary: "read a live page",
  query: pageReadQuery,
  answer: pageItem,
  errors: ["bad_query", "not_found", "busy"],
  uses: ["table:read", "catalog"],
}));

export const findPage = /* @__PURE__ */ route(() => ({
  ...common,
  id: "pages/find",
  method: "GET",
  path: "/api/cms/pages/find/",
  summary: "redirect to the page with a path or an id",
  query: pageFindQuery,
  status: 302,
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog"],
}));
