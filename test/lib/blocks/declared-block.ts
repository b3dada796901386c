import { parseCustomBlocks } from "#lib/blocks/parse-custom-blocks.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";

/** The custom block that a part of the setting declares. */
export const declaredBlock = (block: unknown) =>
  parseCustomBlocks({ sections: { detail: ["it"] }, blocks: { it: block } }, defaultFeatures)!.detail.get(
    "it",
  )!;

/** Makes ids that tell how many were made before. */
export const countedIds = () => {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
};
