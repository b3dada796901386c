import * as z from "zod/mini";
import { suggestionQuery } from "#lib/queries/narrowing-queries.ts";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

/** Posts whose titles have words that begin like the query's (contract#suggestions). */
const suggestions = z.object({
  query: z.string(),
  suggestions: z.array(z.object({ id, title: z.string(), url: z.string(), visible_date: z.string() })),
});

export const readSuggestions = /* @__PURE__ */ route(() => ({
  id: "suggestions/read",
  method: "GET",
  path: "/api/search-suggestions/{id}/",
  params: ["id"],
  summary: "suggest posts of a blog by the beginnings of words of their titles",
  auth: "public",
  envelope: "legacy",
  isPrivate: true,
  query: suggestionQuery,
  answer: suggestions,
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog"],
}));
