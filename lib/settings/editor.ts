import * as z from "zod/mini";
import { defaultFeatures, type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import { flag } from "./schemas.ts";
import { jsonSetting, textSetting } from "./setting.ts";

/** A list of rich-text features by name. */
export const featureList: z.ZodMiniType<readonly RichTextFeature[]> = z.array(
  z.enum(richTextFeatureNames, {
    error: ({ input }) => `there is no rich-text feature ${JSON.stringify(input)}`,
  }),
  "a list of rich-text features is expected",
);

/** What paragraphs may contain. */
export const richTextFeatures = jsonSetting("SITE_RICH_TEXT_FEATURES", featureList, defaultFeatures);

/** False where the editor API shall take sections as blocks only. */
export const takesMarkdown = textSetting<boolean>("SITE_EDITOR_MARKDOWN", flag, true);
