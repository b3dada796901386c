import * as z from "zod/mini";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { instantField, listOf, orNull, positiveIntegerField, textField } from "./fields.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";
import { tokenName } from "./token-name.ts";

const common = { auth: "editor-session", envelope: "editor" } as const;
const path = "/api/editor/tokens/";

/** A token of the caller's (contract#own-tokens). */
export const ownToken = z.object({
  id,
  name: z.string(),
  scopes: z.nullable(z.array(z.string())),
  parents: z.nullable(z.array(id)),
  collections: z.nullable(z.array(id)),
  created_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  last_used_at: z.nullable(z.iso.datetime()),
});

/** A token with its secret, which is null in the answer to a repeated request. */
const issuedToken = z.extend(ownToken, { secret: z.nullable(z.string()) });

const tokenToCreate = z.object({
  name: tokenName,
  scopes: z.optional(orNull(listOf(textField()))),
  parents: z.optional(orNull(listOf(positiveIntegerField()))),
  collections: z.optional(orNull(listOf(positiveIntegerField()))),
  expires_at: z.optional(orNull(instantField())),
});

export const listOwnTokens = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/tokens/list",
  method: "GET",
  alsoAtPath: ["POST"],
  path,
  summary: "list one's own tokens, without their secrets",
  query: strictWindowQuery,
  answer: envelopeOf(ownToken),
  errors: ["validation_error", "not_found"],
  uses: ["table:read", "credentials:read"],
}));

export const createOwnToken = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/tokens/create",
  method: "POST",
  alsoAtPath: ["GET"],
  path,
  summary: "make a token, whose secret is shown once",
  takesKeys: true,
  body: tokenToCreate,
  status: 201,
  answer: issuedToken,
  errors: ["validation_error", "not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

export const deleteOwnToken = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/tokens/delete",
  method: "DELETE",
  path: `${path}{id}/`,
  params: ["id"],
  summary: "revoke a token of one's own",
  takesKeys: true,
  status: 204,
  errors: ["not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));
