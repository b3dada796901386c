import { isAgentSignInOn } from "#lib/access/agent-sign-in.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import type { Challenge } from "./admission.ts";

/**
 * Says with a 401 where agents learn how they get a token (RFC 9728, section 5.1), if the site lets them.
 * Cost: one request more, for a 401 only.
 */
export const challenge: Challenge = async ({ origin }, work) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.status !== 401) throw error;
    const site = await siteAt(await readSiteVersion());
    if (!isAgentSignInOn(site)) throw error;
    const url = `${site.settings.baseUrl ?? origin}${agentPaths.resourceDescription}`;
    const fault = error.code === "bearer_rejected" ? 'error="invalid_token", ' : "";
    const headers = { "www-authenticate": `Bearer ${fault}resource_metadata="${url}"` };
    throw new Refusal(error.code, { ...error.details, headers });
  }
};
