import type { RefusalCode } from "#lib/refusals/catalogue.ts";
import type { Route } from "#lib/routes/route.ts";

/** Refusals that a kind of route has without declaring them, because `endpoint()` throws them. */
export interface Implication {
  /** The kind, as a plural noun: "routes with a body". */
  readonly kind: string;
  readonly isOfKind: (route: Route) => boolean;
  readonly codes: readonly RefusalCode[];
}

export const implications: readonly Implication[] = [
  {
    kind: "the gateway of one machine, as `{detail}`, before it looks for a route",
    isOfKind: () => false,
    codes: ["foreign_host"],
  },
  {
    kind: "a deployment to AWS, at API Gateway's own address, before anything else",
    isOfKind: () => false,
    codes: ["not_by_proxy"],
  },
  {
    kind: "all routes",
    isOfKind: () => true,
    // `not_found`: an unknown `?format=`, or an id that no object has. `busy`: too many requests at once.
    codes: ["bearer_rejected", "busy", "not_found", "server_error", "unavailable"],
  },
  {
    kind: "routes that answer with more than a status",
    isOfKind: ({ status }) => status !== 204,
    codes: ["answer_too_large"],
  },
  {
    kind: "routes that answer with JSON",
    isOfKind: ({ answerType, takesAnyAccept }) =>
      answerType.startsWith("application/json") && !takesAnyAccept,
    codes: ["not_acceptable"],
  },
  {
    kind: "routes that are not public, but for those that need a token",
    isOfKind: ({ auth }) => auth !== "public" && auth !== "token",
    // `SITE_AUTHENTICATION_CLASSES` decides which of the two.
    codes: ["authentication_required", "not_authenticated"],
  },
  {
    kind: "routes for staff and editors",
    isOfKind: ({ auth }) => auth !== "public" && auth !== "session",
    codes: ["permission_denied"],
  },
  {
    kind: "routes that need a token",
    isOfKind: ({ auth }) => auth === "token",
    codes: ["authentication_required"],
  },
  {
    kind: "routes with a scope",
    isOfKind: ({ scope }) => scope !== undefined,
    codes: ["insufficient_scope"],
  },
  {
    kind: "routes with a method other than GET",
    isOfKind: ({ method }) => method !== "GET",
    codes: ["csrf_failed"],
  },
  {
    kind: "routes that write",
    isOfKind: ({ uses }) => uses.includes("table:write") || uses.includes("uploads:write"),
    codes: ["storage_full"],
  },
  {
    kind: "routes that take `dry_run` and `report`",
    isOfKind: ({ takesDryRun }) => takesDryRun,
    codes: ["validation_error"],
  },
  {
    kind: "routes that take `Idempotency-Key`",
    isOfKind: ({ takesKeys }) => takesKeys,
    codes: ["validation_error", "idempotency_key_reused", "request_in_progress"],
  },
  {
    kind: "routes with a body, but for the exchange of tokens",
    isOfKind: ({ body, envelope }) => body !== null && envelope !== "oauth",
    codes: ["validation_error", "payload_too_large", "unsupported_media_type"],
  },
];

/** Every refusal that a route may answer with, declared or implied; sorted, each once. */
export const refusalsOf = (route: Route): RefusalCode[] => {
  const implied = implications.filter(({ isOfKind }) => isOfKind(route)).flatMap(({ codes }) => codes);
  return [...new Set([...route.errors, ...implied])].sort();
};
