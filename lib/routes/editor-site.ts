import * as z from "zod/mini";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

/** A custom block or a part of one: its type, and the rest of its declaration in the settings. */
export const customBlock = z.looseObject({ type: z.string(), required: z.boolean() });

const customBlocks = z.record(z.string(), customBlock);

/** The objects that authors may refer to and use, for clients that begin with names (contract#vocabulary). */
export const editorSite = z.object({
  name: z.string(),
  /** The language of the site, such as `en-gb`, and its time zone; earlier releases do not name them. */
  locale: z.optional(z.string()),
  timezone: z.optional(z.string()),
  categories: z.array(z.object({ id, slug: z.string(), name: z.string() })),
  rich_text_features: z.array(z.string()),
  /** Custom blocks by section and name; missing if the site has none. */
  custom_blocks: z.optional(z.object({ overview: customBlocks, detail: customBlocks })),
  /** Those among them that Lectern brings (contract#ready-blocks); missing if there is none. */
  ready_blocks: z.optional(z.array(z.string())),
  /** The hosts that `external_embed` takes (contract#embeds); missing without that block. */
  embed_hosts: z.optional(z.array(z.string())),
});

export const readEditorSite = /* @__PURE__ */ route(() => ({
  id: "editor/site/read",
  method: "GET",
  path: "/api/editor/site/",
  summary: "read the language of the site, its categories, rich-text features and blocks",
  auth: "editor",
  envelope: "editor",
  answer: editorSite,
  uses: ["table:read"],
}));
