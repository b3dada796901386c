import * as z from "zod/mini";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { defaultBodyBytes, route } from "./route.ts";

/** A message of JSON-RPC: a request, a notification, or an answer of the client. */
const message = z.looseObject({ jsonrpc: z.literal("2.0"), method: z.optional(z.string()) });

/** Several messages at once, which only the revision 2025-03-26 has. */
const batch = z.array(message).check(z.minLength(1), z.maxLength(20));

/** Its answer: `result`, or `error`. */
const messageAnswer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  result: z.optional(z.unknown()),
  error: z.optional(z.looseObject({ code: z.int(), message: z.string() })),
});

export const callTools = /* @__PURE__ */ route(() => ({
  id: "mcp",
  method: "POST",
  path: agentPaths.resource,
  summary: "list and call the tools of agents by the Model Context Protocol",
  auth: "token",
  takesAccessTokens: true,
  csrf: "origin",
  envelope: "editor",
  headers: { "MCP-Protocol-Version": "The revision of the protocol, for example `2026-07-28`." },
  body: z.union([message, batch]),
  answer: z.union([messageAnswer, z.array(messageAnswer)]),
  // Clients of the protocol also ask for streams, and are told that there are none.
  takesAnyAccept: true,
  alsoAnswers: {
    202: "A notification or an answer of the client, which needs no answer.",
    400: "The message breaks a rule of the protocol: `error` says which.",
  },
  uses: ["table:read", "api"],
  // The content of a message may be a whole body of another route; its answer may take as long as that route.
  limits: { bodyBytes: defaultBodyBytes + 65_536, timeoutSeconds: 29 },
}));
