import * as z from "zod/mini";
import { maxAuthorizationLength } from "#lib/site/agent-grant.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { accountFormFields, accountFormRoute, accountPageRoute } from "./account-pages.ts";
import { listOf, textField } from "./fields.ts";
import { route } from "./route.ts";

/** The pages on which people give agents access, and end it (contract#agent-consent). */

/** What a client asks for (RFC 6749, 7636, 8707). */
const requestParameters = {
  response_type: { description: "`code`." },
  client_id: { description: "The id of a registered client, or the address of its description." },
  redirect_uri: { description: "An address of the client, exactly as it was registered or described." },
  code_challenge: { description: "Of PKCE." },
  code_challenge_method: { description: "`S256`." },
  scope: { description: "Some of `write publish delete`; all, if it is left out." },
  state: { description: "What the client wants to have back." },
  resource: { description: "The address of `/api/mcp/`." },
};

export const showConsent = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  id: "accounts/authorize/page",
  method: "GET",
  alsoAtPath: ["POST"],
  path: agentPaths.authorize,
  summary: "ask people whether an agent may act for them",
  envelope: "legacy",
  query: {
    parameters: requestParameters,
    // The page checks them all, because it says itself what is wrong.
    parse: (params) => ({
      asked: Object.keys(requestParameters).flatMap((name) =>
        params.getAll(name).map((value): [string, string] => [name, value]),
      ),
    }),
  },
  alsoAnswers: {
    302: "The caller is not signed in: the sign-in form is at `Location`.",
    400: "A page that says what is wrong with the request.",
    403: "A page that says that the caller can give no access.",
  },
  errors: ["not_found", "busy"],
  uses: ["table:read", "credentials:read"],
}));

export const decideConsent = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  ...accountFormRoute,
  id: "accounts/authorize/decide",
  alsoAtPath: ["GET"],
  path: agentPaths.authorize,
  summary: "give an agent access by a form, or refuse it",
  body: accountFormFields({
    request: textField({ blank: true, untrimmed: true, maxLength: maxAuthorizationLength }),
    scope: z.optional(listOf(textField({ blank: true, maxLength: 100 }))),
    decision: z.optional(textField({ blank: true, maxLength: 100 })),
  }),
  status: 303,
  alsoAnswers: {
    400: "A page that says what is wrong with the request.",
    403: "A page that says that the caller can give no access.",
  },
  errors: ["validation_error", "csrf_failed", "not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

export const showOwnAgents = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  id: "accounts/agents/page",
  method: "GET",
  path: agentPaths.own,
  summary: "show people the agents that may act for them, with forms that end it",
  envelope: "legacy",
  query: {
    parameters: { ended: { description: "`yes` says that the access of an agent has ended." } },
    parse: (params) => ({ isEnded: params.get("ended") === "yes" }),
  },
  alsoAnswers: { 302: "The caller is not signed in: the sign-in form is at `Location`." },
  uses: ["table:read", "credentials:read"],
}));

export const endOwnAgent = /* @__PURE__ */ route(() => ({
  ...accountPageRoute,
  ...accountFormRoute,
  id: "accounts/agents/revoke",
  path: agentPaths.endOwn,
  summary: "end the access of an agent by a form",
  body: accountFormFields({ grant: textField({ maxLength: 64 }) }),
  status: 303,
  errors: ["validation_error", "csrf_failed", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));
