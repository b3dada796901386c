import { randomUUID } from "node:crypto";
import type { Principal } from "#lib/access/principal.ts";
import { config } from "#lib/config.ts";
import type { EditingContext } from "#lib/pages/edit-post.ts";
import { customBlocks } from "./custom-blocks.ts";

/** What the caller's posts are checked against: the site's categories, the configured rich-text features and custom blocks. */
export const editingContext = ({ site }: Principal): EditingContext => {
  const blocks = customBlocks();
  return {
    categories: new Set(site.categories.map((category) => category.id)),
    features: config.richTextFeatures(),
    custom: blocks && { blocks, newId: randomUUID },
  };
};
