import type * as z from "zod/mini";
import type { CustomBlock, CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readyNamesIn } from "#lib/blocks/ready/ready-blocks.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import type { customBlock, editorSite } from "#lib/routes/editor-site.ts";
import type { Site } from "#lib/site/site.ts";

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
  locale: settings.locale,
  timezone: settings.timezone,
  categories: categoriesByName({ categories }),
  rich_text_features: [...features],
  ...(custom && customBlocksIn(custom, features)),
});

const customBlocksIn = (custom: CustomBlocks, features: readonly RichTextFeature[]) => {
  const ready = readyNamesIn(custom);
  return {
    custom_blocks: {
      overview: customBlockViews(custom.overview, features),
      detail: customBlockViews(custom.detail, features),
    },
    ...(ready.length > 0 && { ready_blocks: [...ready] }),
    ...(custom.embedHosts && { embed_hosts: [...custom.embedHosts] }),
  };
};

type CustomBlockView = z.input<typeof customBlock>;

/** Custom blocks by name, as the setting declares them; without limits that are not set. */
export const customBlockViews = (
  blocks: ReadonlyMap<string, CustomBlock>,
  paragraphFeatures: readonly RichTextFeature[],
): Readonly<Record<string, CustomBlockView>> =>
  Object.fromEntries([...blocks].map(([name, block]) => [name, customBlockView(block, paragraphFeatures)]));

const customBlockView = (
  block: CustomBlock,
  paragraphFeatures: readonly RichTextFeature[],
): CustomBlockView => ({
  type: block.type,
  required: block.required,
  ...details(block, paragraphFeatures),
});

const details = (block: CustomBlock, paragraphFeatures: readonly RichTextFeature[]): object => {
  switch (block.type) {
    case "char":
    case "text":
    case "url":
    case "email":
      return {
        ...(block.minLength > 0 && { min_length: block.minLength }),
        ...(Number.isFinite(block.maxLength) && { max_length: block.maxLength }),
      };
    case "integer":
    case "decimal":
      return {
        ...(Number.isFinite(block.minValue) && { min_value: block.minValue }),
        ...(Number.isFinite(block.maxValue) && { max_value: block.maxValue }),
      };
    case "choice":
      return { choices: block.choices };
    case "richtext":
      return { features: block.features ?? paragraphFeatures };
    case "struct":
      return { fields: customBlockViews(block.fields, paragraphFeatures) };
    case "list":
      return { item: customBlockView(block.item, paragraphFeatures) };
    case "stream":
      return { blocks: customBlockViews(block.blocks, paragraphFeatures) };
    default:
      return {};
  }
};
