import { customBlocks } from "#lib/settings/blocks.ts";
import { settingFrom } from "#test/support/settings.ts";

/** The custom block that a part of the setting declares. */
export const declaredBlock = (block: unknown) =>
  settingFrom(customBlocks, { sections: { detail: ["it"] }, blocks: { it: block } })!.detail.get("it")!;

/** Makes ids that tell how many were made before. */
export const countedIds = () => {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
};
