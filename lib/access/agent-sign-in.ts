import { authenticationClasses } from "#lib/settings/access.ts";
import type { Site } from "#lib/site/site.ts";

/** True if agents may ask people of the site for access (contract#agent-sign-in). */
export const isAgentSignInOn = ({ settings }: Pick<Site, "settings">): boolean =>
  settings.agentSignIn && authenticationClasses().includes("token");
