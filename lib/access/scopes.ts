import { Refusal } from "#lib/refusals/refusal.ts";
import type { TokenScope } from "#lib/routes/route.ts";
import { editorScopes } from "#lib/settings/access.ts";
import type { Principal } from "./principal.ts";

/** Refuses `insufficient_scope` if the token has scopes, but none for the action (contract#scopes). */
export const requireScope = (principal: Principal, scope: TokenScope): void => {
  const scopes = principal.token?.scopes ?? null;
  if (scopes === null) return;
  const accepted = editorScopes()[scope] ?? [];
  if (accepted.some((name) => scopes.includes(name))) return;
  throw new Refusal("insufficient_scope", { detail: `This action requires the '${scope}' scope.` });
};
