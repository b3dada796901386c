import * as z from "zod/mini";
import { textField } from "./fields.ts";
import { route } from "./route.ts";

export const tokenExchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange";
export const accessTokenType = "urn:ietf:params:oauth:token-type:access_token" as const;

/** The names of the types of OIDC tokens. */
export const subjectTokenTypes: readonly string[] = [
  "urn:ietf:params:oauth:token-type:id_token",
  "urn:ietf:params:oauth:token-type:jwt",
];

const optional = () => z.optional(textField({ blank: true, maxLength: 1_000 }));

/** RFC 8693; other parameters mean nothing. */
const exchange = z.object({
  grant_type: optional(),
  subject_token: z.optional(textField({ blank: true, maxLength: 16_384 })),
  subject_token_type: optional(),
  requested_token_type: optional(),
  scope: optional(),
  actor_token: optional(),
});

export type TokenExchange = z.output<typeof exchange>;

export const exchangeForToken = /* @__PURE__ */ route(() => ({
  id: "token/exchange",
  method: "POST",
  path: "/api/token/",
  summary: "exchange an OIDC token of a trusted issuer for a token of 15 minutes",
  auth: "public",
  isPrivate: true,
  csrf: "origin",
  envelope: "oauth",
  body: exchange,
  bodyKinds: ["form"],
  answer: z.object({
    access_token: z.string(),
    issued_token_type: z.literal(accessTokenType),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
  }),
  errors: [
    "invalid_token_request",
    "unsupported_grant_type",
    "invalid_token_scope",
    "issuer_unavailable",
    "rate_limited",
    "csrf_failed",
  ],
  uses: ["table:write", "credentials:write"],
  limits: { bodyBytes: 65_536 },
}));
