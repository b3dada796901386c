import { nearestName } from "#lib/nearest-name.ts";
import { knownScopes } from "#lib/settings/access.ts";

/** A scope that there is not, as messages name it: with those that there are. Undefined for a known one. */
export const unknownScope = (scope: string): string | undefined => {
  const known = knownScopes();
  if (known.includes(scope)) return undefined;
  const nearest = nearestName(scope, known);
  const hint = nearest === undefined ? "" : `, did you mean ${nearest}?`;
  return `${scope}${hint} (known are ${known.join(", ")}, and what SITE_EDITOR_SCOPES names)`;
};
