import * as z from "zod/mini";
import { defaultFeatures, type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import { flag, jsonSetting, textSetting } from "./setting.ts";

export const featureList: z.ZodMiniType<readonly RichTextFeature[]> = z.array(
  z.enum(richTextFeatureNames, {
    error: ({ input }) => `there is no rich-text feature ${JSON.stringify(input)}`,
  }),
  "a list of rich-text features is expected",
);

/** The features of paragraphs by the environment, which wins over the site; null if it names none. */
export const richTextFeatures = /* @__PURE__ */ jsonSetting<readonly RichTextFeature[] | null>(
  "SITE_RICH_TEXT_FEATURES",
  featureList,
  null,
);

/** The features of paragraphs of a site. */
export const richTextFeaturesOf = (settings: {
  readonly richTextFeatures: readonly RichTextFeature[] | null;
}): readonly RichTextFeature[] => richTextFeatures() ?? settings.richTextFeatures ?? defaultFeatures;

/** False if the editor API takes blocks only. */
export const takesMarkdown = /* @__PURE__ */ textSetting<boolean>("SITE_EDITOR_MARKDOWN", flag, true);
