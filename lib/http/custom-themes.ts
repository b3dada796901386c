import { config } from "#lib/config.ts";
import type { ThemeName } from "#lib/themes/theme-names.ts";
import { optionalSetting } from "./optional-setting.ts";

const configured = optionalSetting(() => config.customThemes());

/** The site's custom themes; none when their setting is wrong. */
export const customThemes = (): readonly ThemeName[] => configured() ?? [];
