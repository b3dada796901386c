import * as z from "zod/mini";
import { defaultFeatures, type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import { flag } from "./schemas.ts";
import { jsonSetting, textSetting } from "./setting.ts";

export const featureList: z.ZodMiniType<readonly RichTextFeature[]> = z.array(
  z.enum(richTextFeatureNames, {
    error: ({ input }) => `there is no rich-text feature ${JSON.stringify(input)}`,
  }),
  "a list of rich-text features is expected",
);

/** The features of paragraphs. */
export const richTextFeatures = jsonSetting("SITE_RICH_TEXT_FEATURES", featureList, defaultFeatures);

/** False if the editor API takes blocks only. */
export const takesMarkdown = textSetting<boolean>("SITE_EDITOR_MARKDOWN", flag, true);
