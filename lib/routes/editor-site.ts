import * as z from "zod/mini";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

/**
 * How a custom block, or a part of it, is built: its type, and what the setting that declares it says
 * besides.
 */
export const customBlock = z.looseObject({ type: z.string(), required: z.boolean() });

const customBlocks = z.record(z.string(), customBlock);

/** What authors may refer to and write with, for clients that start from names (contract#vocabulary). */
export const editorSite = z.object({
  name: z.string(),
  categories: z.array(z.object({ id, slug: z.string(), name: z.string() })),
  rich_text_features: z.array(z.string()),
  /** By section and name; left out where the site has none. */
  custom_blocks: z.optional(z.object({ overview: customBlocks, detail: customBlocks })),
});

export const readEditorSite = route({
  id: "editor/site/read",
  method: "GET",
  path: "/api/editor/site/",
  summary: "read the categories, rich-text features and custom blocks that posts may use",
  auth: "editor",
  envelope: "editor",
  answer: editorSite,
  uses: ["table:read"],
});
