import { customBlocks } from "#lib/settings/blocks.ts";
import { settingFrom } from "#test/support/settings.ts";

/** The custom block that a part of the setting declares. */
export const declaredBlock = (block: unknown) =>
  settingFrom(customBlocks, { sections: { detail: ["it"] }, blocks: { it: block } })!.detail.get("it")!;
