/** GET /api/editor/site/ — read the categories, rich-text features and custom blocks that posts may use */
import { config } from "#lib/config.ts";
import { customBlocks } from "#lib/http/custom-blocks.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readSite } from "#lib/routes/editor-site.ts";
import { editorSiteView } from "#lib/surfaces/editor/editor-site.ts";

export const handler = endpoint(readSite, ({ principal }) =>
  editorSiteView(principal.site, config.richTextFeatures(), customBlocks()),
);
