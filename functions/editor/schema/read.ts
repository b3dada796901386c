/** GET /api/editor/schema/ — read what the fields of each kind, and the blocks of posts, take */
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorSchema } from "#lib/routes/editor-schema.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf, takesMarkdown } from "#lib/settings/editor.ts";
import { revalidatedAnswer } from "#lib/surfaces/content/public-answer.ts";
import type { DescribedKind } from "#lib/surfaces/editor/schema/described-kinds.ts";
import { schemaOfSite } from "#lib/surfaces/editor/schema/schema-of-site.ts";
import documented from "../../../docs/editor-schema.json" with { type: "json" };

export const handler = endpoint(readEditorSchema, ({ principal, request }) => {
  const { settings } = principal.site;
  const rules = {
    features: richTextFeaturesOf(settings),
    custom: blocksOfSite(settings),
    takesMarkdown: takesMarkdown(),
  };
  return revalidatedAnswer(
    request,
    schemaOfSite(documented as unknown as Readonly<Record<string, DescribedKind>>, rules),
  );
});
