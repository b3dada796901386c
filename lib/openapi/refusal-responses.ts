import { type RefusalCode, type RefusalKind, refusals } from "#lib/refusals/catalogue.ts";
import { problemCodes } from "#lib/refusals/problem.ts";
import { type Envelope, envelopeAt, type Route } from "#lib/routes/route.ts";
import { type JsonSchema, reference } from "./reference.ts";

interface RefusalGroup {
  readonly status: number;
  readonly envelope: Envelope;
  readonly codes: readonly RefusalCode[];
}

export interface PlainResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface RefusalResponse {
  readonly reference: { readonly $ref: string };
  readonly response: PlainResponse;
}

/** The refusals of a route, by status. */
export const refusalResponses = (route: Route): Record<string, RefusalResponse> =>
  Object.fromEntries(
    groupsOf(route).map((group) => [
      group.status,
      { reference: reference("responses", componentName(group)), response: responseOf(group) },
    ]),
  );

/** The components to which `refusalResponses` refers. */
export const refusalComponents = (routes: readonly Route[]): Record<string, PlainResponse> =>
  Object.fromEntries(
    routes
      .flatMap((route) => groupsOf(route).filter(({ status }) => isReferredTo(route, status)))
      .map((group): [string, PlainResponse] => [componentName(group), responseOf(group)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** False if the operation spells the response out because it is more than a refusal. */
const isReferredTo = ({ alsoAnswers, hasErrorPages }: Route, status: number): boolean =>
  alsoAnswers[status] === undefined && !hasErrorPages;

const groupsOf = (route: Route): RefusalGroup[] => {
  const envelope = route.envelope === "path" ? envelopeAt(route.path) : route.envelope;
  const byStatus = Map.groupBy(refusalsOf(route), (code) => refusals[code].status);
  return [...byStatus].map(([status, codes]) => ({ status, envelope, codes }));
};

/** Such as `editor.not_authenticated.permission_denied`, readable without following the reference. */
const componentName = ({ envelope, codes }: RefusalGroup): string => [envelope, ...codes].join(".");

const responseOf = (group: RefusalGroup): PlainResponse => {
  const kinds = group.codes.map(kindOf);
  const headers = new Set(kinds.flatMap((kind) => Object.keys(kind.headers ?? {})));
  return {
    description: [...new Set(kinds.map(({ text }) => text))].join(" "),
    ...(headers.size > 0 ? { headers: headerObjects(headers) } : {}),
    content: { "application/json": { schema: bodySchema(group) } },
  };
};

const headerObjects = (names: ReadonlySet<string>) =>
  Object.fromEntries([...names].map((name) => [name, { schema: { type: "string" } }]));

const bodySchema = ({ envelope, codes }: RefusalGroup): JsonSchema => {
  if (envelope === "legacy") return reference("schemas", "LegacyRefusal");
  if (envelope === "pages") return reference("schemas", "PagesRefusal");
  if (envelope === "themes") return reference("schemas", "ThemesRefusal");
  if (envelope === "oauth") return reference("schemas", "OauthRefusal");
  const [problems, others] = [codes.filter(listsProblems), codes.filter((code) => !listsProblems(code))];
  const shapes = [
    ...(problems.length > 0 ? [reference("schemas", "ValidationRefusal")] : []),
    ...withCodes(others),
  ];
  return shapes.length === 1 && shapes[0] ? shapes[0] : { anyOf: shapes };
};

/** True of those that the editor's envelope answers with `errors`. */
const listsProblems = (code: RefusalCode): boolean => (kindOf(code).code ?? code) === "validation_error";

const withCodes = (codes: readonly RefusalCode[]): JsonSchema[] => {
  const wireCodes = [...new Set(codes.map((code) => kindOf(code).code ?? code))];
  if (wireCodes.length === 0) return [];
  return [{ allOf: [reference("schemas", "EditorRefusal")], properties: { code: { enum: wireCodes } } }];
};

const kindOf = (code: RefusalCode): RefusalKind => refusals[code];

const text = { type: "string" } as const;
const integer = { type: "integer" } as const;
const requestId = { ...text, description: "Names the request in our logs; beside status 500 only." };

/** The bodies of refusals, by envelope; the editor's has two. */
export const refusalSchemas: Readonly<Record<string, JsonSchema>> = {
  LegacyRefusal: {
    type: "object",
    properties: {
      code: { const: "insufficient_scope", description: "Where the token lacks a scope, and nowhere else." },
      detail: text,
      request_id: requestId,
    },
    required: ["detail"],
  },
  PagesRefusal: {
    type: "object",
    properties: { message: text, detail: text, request_id: requestId },
    required: ["message", "detail"],
  },
  ThemesRefusal: {
    type: "object",
    properties: {
      error: { ...text, description: "Where the body can be read and is wrong; the same as `detail`." },
      detail: text,
      request_id: requestId,
    },
    required: ["detail"],
  },
  OauthRefusal: {
    type: "object",
    properties: {
      error: {
        ...text,
        description:
          "A code of RFC 6749, such as `invalid_request`; `temporarily_unavailable` is worth another try.",
      },
      error_description: text,
      request_id: requestId,
    },
    required: ["error", "error_description"],
  },
  EditorRefusal: {
    type: "object",
    properties: {
      code: text,
      detail: text,
      parent_id: { ...integer, description: "Beside `permission_denied` to add to a parent." },
      current_revision_id: { type: ["integer", "null"], description: "Beside `revision_conflict`." },
      submitted_base_revision_id: { ...integer, description: "Beside `revision_conflict`." },
      edit_url: { ...text, description: "Beside `revision_conflict`." },
      working_copy: {
        anyOf: [reference("schemas", "WorkingCopy"), { type: "null" }],
        description: "Beside `working_copy_conflict`: what is stored, or null.",
      },
      request_id: requestId,
    },
    required: ["code", "detail"],
  },
  ValidationRefusal: {
    type: "object",
    properties: {
      code: { const: "validation_error" },
      errors: {
        type: "object",
        description:
          "Problems by the dotted path of what they are about, such as `detail.3.value`; `non_field_errors` is the request as a whole.",
        additionalProperties: { type: "array", items: reference("schemas", "Problem") },
      },
    },
    required: ["code", "errors"],
  },
  Problem: {
    type: "object",
    properties: { code: { enum: Object.keys(problemCodes) }, message: text },
    required: ["code", "message"],
  },
};

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
