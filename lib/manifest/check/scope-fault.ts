import { nearestName } from "#lib/nearest-name.ts";
import { knownScopes } from "#lib/settings/access.ts";

/** What is wrong with an unknown scope; undefined for a known one. */
export const scopeFault = (scope: string): string | undefined => {
  const known = knownScopes();
  if (known.includes(scope)) return undefined;
  const nearest = nearestName(scope, known);
  const hint = nearest === undefined ? "" : `, did you mean ${nearest}?`;
  return `there is no scope ${scope}${hint} (known are ${known.join(", ")}, and what SITE_EDITOR_SCOPES names)`;
};
