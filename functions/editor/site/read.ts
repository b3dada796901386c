/** GET /api/editor/site/ — read the language of the site, its categories, rich-text features and blocks */

import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import { editorSiteView } from "#lib/surfaces/editor/editor-site.ts";

export const handler = endpoint(readEditorSite, ({ principal }) =>
  editorSiteView(
    principal.site,
    richTextFeaturesOf(principal.site.settings),
    blocksOfSite(principal.site.settings),
  ),
);
