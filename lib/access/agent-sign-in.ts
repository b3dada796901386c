import { type AuthenticationClass, authenticationClasses } from "#lib/settings/access.ts";
import type { Site } from "#lib/site/site.ts";

/** People allow agents in a session, and agents come with tokens. */
const needed: readonly AuthenticationClass[] = ["session", "token"];

/** True if agents may ask people of the site for access (contract#agent-sign-in). */
export const isAgentSignInOn = ({ settings }: Pick<Site, "settings">): boolean =>
  settings.agentSignIn && needed.every((each) => authenticationClasses().includes(each));
