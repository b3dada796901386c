import type { Principal } from "#lib/access/principal.ts";
import { config } from "#lib/config.ts";
import type { EditingContext } from "#lib/pages/edit-post.ts";

/** What the caller's posts are checked against: the site's categories and the configured rich-text features. */
export const editingContext = ({ site }: Principal): EditingContext => ({
  categories: new Set(site.categories.map((category) => category.id)),
  features: config.richTextFeatures(),
});
