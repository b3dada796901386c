import type * as z from "zod/mini";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { editorSite } from "#lib/routes/editor-site.ts";
import type { Site } from "#lib/site/site.ts";
import { customBlockViews } from "./custom-blocks.ts";

export const categoriesByName = ({ categories }: Pick<Site, "categories">) =>
  categories
    .map(({ id, slug, name }) => ({ id, slug, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));

/** What authors may refer to and use; categories by name. */
export const editorSiteView = (
  { settings, categories }: Site,
  features: readonly RichTextFeature[],
  custom: CustomBlocks | undefined,
): z.input<typeof editorSite> => ({
  name: settings.name,
  categories: categoriesByName({ categories }),
  rich_text_features: [...features],
  ...(custom && {
    custom_blocks: {
      overview: customBlockViews(custom.overview, features),
      detail: customBlockViews(custom.detail, features),
    },
  }),
});
