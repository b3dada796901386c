import { type AuthenticationClass, config } from "#lib/config.ts";
import { optionalSetting } from "./optional-setting.ts";

const configured = optionalSetting(() => config.authenticationClasses());

/** The kinds of credentials that are accepted, in their order; the usual ones where the setting is wrong. */
export const authenticationClasses = (): readonly AuthenticationClass[] =>
  configured() ?? ["session", "token"];
