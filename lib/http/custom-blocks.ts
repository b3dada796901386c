import { config } from "#lib/config.ts";
import { optionalSetting } from "./optional-setting.ts";

/** The site's custom blocks; none when their setting is wrong. */
export const customBlocks = optionalSetting(() => config.postBodyBlocks());
