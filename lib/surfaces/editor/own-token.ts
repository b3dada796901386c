import type * as z from "zod/mini";
import type { ownToken } from "#lib/routes/editor-tokens.ts";
import type { Token } from "#lib/site/credential.ts";

/** A token as its owner sees it (contract#own-tokens). */
export const ownTokenView = (
  id: number,
  token: Token,
  lastUsedAt: string | null,
): z.input<typeof ownToken> => ({
  id,
  name: token.name,
  scopes: token.scopes && [...token.scopes],
  parents: token.parents ? [...token.parents] : null,
  collections: token.collections ? [...token.collections] : null,
  created_at: token.createdAt,
  expires_at: token.expiresAt ?? null,
  last_used_at: lastUsedAt,
});
