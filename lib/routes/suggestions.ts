import * as z from "zod/mini";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

/** Posts whose titles have words that begin like those of the query (contract#suggestions). */
const suggestions = z.object({
  query: z.string(),
  suggestions: z.array(z.object({ id, title: z.string(), url: z.string(), visible_date: z.string() })),
});

export const readSuggestions = route({
  id: "suggestions/read",
  method: "GET",
  path: "/api/search-suggestions/{id}/",
  params: ["id"],
  summary: "suggest posts of a blog by the beginnings of words of their titles",
  auth: "public",
  envelope: "legacy",
  isPrivate: true,
  query: {
    search: { description: "Beginnings of words, at least two characters; each begins a word of the title." },
    date_facets: { description: "Only posts of this month, such as `2025-02`." },
    category_facets: { description: "Only posts with the category of this slug." },
    tag_facets: { description: "Only posts with the tag of this slug." },
  },
  answer: suggestions,
  errors: ["not_found", "busy"],
  uses: ["table:read", "catalog"],
});
