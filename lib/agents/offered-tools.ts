import type { Tool } from "./tools.ts";

/** The scopes of a caller's token, and the names that a site accepts for each. */
export interface ToolScopes {
  /** Null for a token without scopes, which may do what its user may. */
  readonly scopes: readonly string[] | null;
  readonly accepted: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * True if the caller is offered the tool. What others see at once needs a token that names the scope, also
 * where the API would take one without scopes (contract#agent-tools).
 */
export const isOffered = ({ scope }: Pick<Tool, "scope">, { scopes, accepted }: ToolScopes): boolean => {
  if (scope === undefined) return true;
  if (scopes === null) return scope === "write";
  return accepted[scope]?.some((name) => scopes.includes(name)) ?? false;
};
