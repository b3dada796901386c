import * as z from "zod/mini";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

/** What authors may refer to and write with: an addition to the spec, for clients that start from names. */
export const editorSite = z.object({
  name: z.string(),
  categories: z.array(z.object({ id, slug: z.string(), name: z.string() })),
  rich_text_features: z.array(z.string()),
});

export const readSite = route({
  id: "editor/site/read",
  method: "GET",
  path: "/api/editor/site/",
  summary: "read the categories and rich-text features that posts may use",
  auth: "editor",
  envelope: "editor",
  answer: editorSite,
  uses: ["table:read"],
});
