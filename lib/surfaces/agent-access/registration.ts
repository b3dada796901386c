import { Refusal } from "#lib/refusals/refusal.ts";
import { type AgentClient, maxClientNameLength } from "#lib/site/agent-grant.ts";
import { plainLine } from "#lib/site/plain-line.ts";
import { redirectFault } from "#lib/site/redirect-address.ts";

const maxRedirects = 10;

interface Described {
  readonly redirect_uris?: unknown;
  readonly client_name?: unknown;
}

/**
 * A client as it describes itself. Refuses `invalid_redirect_uri` with all that is wrong with its addresses,
 * and `invalid_client_metadata`.
 */
export const describedIn = ({
  redirect_uris: redirects,
  client_name: name = null,
}: Described): Omit<AgentClient, "id"> => {
  if (name !== null && typeof name !== "string")
    throw new Refusal("invalid_client_metadata", { detail: "client_name is no text." });
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > maxRedirects)
    throw new Refusal("invalid_redirect_uri", {
      detail: `redirect_uris has to be a list of 1 to ${maxRedirects} addresses.`,
    });
  const faults = redirects.flatMap((address: unknown, index) => {
    const fault = typeof address === "string" ? redirectFault(address) : "is no text";
    return fault === undefined ? [] : [`redirect_uris.${index} ${fault}.`];
  });
  if (faults.length > 0) throw new Refusal("invalid_redirect_uri", { detail: faults.join(" ") });
  return { name: plainLine(name, maxClientNameLength), redirects: redirects as string[] };
};
