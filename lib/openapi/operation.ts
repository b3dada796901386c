import type * as z from "zod/mini";
import { certain } from "#lib/certain.ts";
import { dryRunAnswer } from "#lib/routes/dry-run-shapes.ts";
import { mayBeList, takesJsonObject } from "#lib/routes/fields.ts";
import { type BodyKind, bodyTypes, isTextFile, type Route, tailName } from "#lib/routes/route.ts";
import recorded from "./examples.json" with { type: "json" };
import { inputSchema, outputSchema } from "./json-schema.ts";
import { capitalized, type JsonSchema, reference } from "./reference.ts";
import { type PlainResponse, type RefusalResponse, refusalResponses } from "./refusal-responses.ts";

export const operationOf = (route: Route) => ({
  operationId: route.id,
  tags: [tagOf(route)],
  summary: capitalized(route.summary),
  ...present("description", description(route)),
  security: security(route),
  ...present("parameters", parameters(route)),
  ...(route.body ? { requestBody: requestBody(route, route.body) } : {}),
  responses: { [route.status]: success(route), ...furtherResponses(route) },
});

/** The folder of the route's Lambda; `api` at the top. */
export const tagOf = ({ id }: Route): string => id.split("/").slice(0, -1).join("/") || "api";

/** The route's path in OpenAPI, which has no notation for a greedy tail. */
export const documentedPath = ({ path }: Pick<Route, "path">): string => path.replace("+}", "}");

/** The name of the body's component, such as `EditorPostsCreateBody`. */
export const bodyName = ({ id }: Route): string => `${id.split(/[/-]/).map(capitalized).join("")}Body`;

/** The member, unless it is empty. */
const present = (name: string, value: { readonly length: number }) =>
  value.length > 0 ? { [name]: value } : {};

const needsByAuth = {
  public: [],
  session: ["a signed-in user"],
  "user-session": ["a session of a signed-in user"],
  staff: ["a member of the staff"],
  moderator: ["admin access", "a member of the staff"],
  editor: ["admin access"],
  "editor-session": ["admin access", "a session"],
  superuser: ["a superuser, and no token with scopes or limits"],
  administrator: ["a superuser, and no token with limits"],
  token: ["a token of a user with admin access"],
  images: ["a member of the staff, unless `SITE_PUBLIC_IMAGES_API` lets everybody in"],
} as const;

const description = ({ auth, scope, permission }: Route): string => {
  const needs = [
    ...needsByAuth[auth],
    ...(scope ? [`the scope \`${scope}\` where the token carries scopes`] : []),
    ...(permission ? [`the permission to ${permission}`] : []),
  ];
  return needs.length > 0 ? `Needs ${needs.join("; ")}.` : "";
};

const security = ({ auth, scope, method }: Route): Record<string, string[]>[] => [
  ...(auth === "public" ? [{}] : []),
  ...(auth.endsWith("-session") ? [] : [{ bearer: scope ? [scope] : [] }]),
  ...(auth === "token" ? [] : [{ session: [], ...(method === "GET" ? {} : { csrfToken: [] }) }]),
];

const trialParameters = {
  dry_run: {
    description: "`true`: nothing is written; the answer is a `DryRun` with status 200.",
    type: "boolean",
  },
  report: { description: "`true`: the answer has a further member `report`.", type: "boolean" },
} as const;

const keyHeader = "1 to 255 visible ASCII characters that make it safe to repeat the request for 24 hours.";

const parameters = (route: Route): NamedParameter[] =>
  declaredParameters(route).map((parameter) => {
    const example = exampleOf(route)?.parameters?.[parameter.name];
    return example === undefined ? parameter : { ...parameter, example };
  });

interface NamedParameter {
  readonly name: string;
  readonly [member: string]: unknown;
}

const declaredParameters = ({
  path,
  params,
  tail,
  query,
  headers,
  takesKeys,
  takesDryRun,
}: Route): NamedParameter[] => [
  ...params.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  })),
  ...(tail === null
    ? []
    : [
        {
          name: tailName(path) ?? "",
          in: "path",
          required: true,
          description: tail,
          schema: { type: "string" },
        },
      ]),
  ...Object.entries({ ...query.parameters, ...(takesDryRun && trialParameters) }).map(([name, parameter]) =>
    queryParameter(name, parameter),
  ),
  ...Object.entries({ ...headers, ...(takesKeys && { "Idempotency-Key": keyHeader }) }).map(
    ([name, text]) => ({
      name,
      in: "header",
      description: text,
      schema: { type: "string" },
    }),
  ),
];

type QueryParameter = Route["query"]["parameters"][string];

const queryParameter = (name: string, { description: text, type, required, repeatable }: QueryParameter) => {
  const one = { type: type ?? "string" };
  return {
    name,
    in: "query",
    description: text,
    ...(required ? { required } : {}),
    schema: repeatable ? { type: "array", items: one } : one,
  };
};

const requestBody = (route: Route, body: z.ZodMiniType) => ({
  required:
    route.bodyKinds.some(isTextFile) || mayBeList(body) || (inputSchema(body).required ?? []).length > 0,
  content: Object.fromEntries(
    route.bodyKinds.map((kind) => {
      const example = exampleOf(route)?.body;
      const schema = reference("schemas", bodyName(route));
      return [bodyTypes[kind], { schema, ...(example?.kind === kind && { example: example.value }) }];
    }),
  ),
});

/** Refusals and further answers, by status; spelled out where they share one, or people get a page. */
const furtherResponses = (route: Route) => {
  const refused = refusalResponses(route);
  const statuses = new Set([...Object.keys(refused), ...Object.keys(route.alsoAnswers)]);
  return {
    ...(route.takesDryRun && route.status !== 200 ? { 200: dryRunResponse } : {}),
    ...Object.fromEntries(
      [...statuses].map((status) => [status, furtherResponse(route, Number(status), refused[status])]),
    ),
  };
};

const dryRunResponse: PlainResponse = {
  description: "What a dry run would answer.",
  content: { "application/json": { schema: outputSchema(dryRunAnswer) } },
};

/** An answer with 202 has no content. */
const furtherResponse = (
  route: Route,
  status: number,
  refusal: RefusalResponse | undefined,
): RefusalResponse["reference"] | PlainResponse => {
  const { alsoAnswers, hasErrorPages } = route;
  const words = alsoAnswers[status];
  const isPage = hasErrorPages && status >= 400;
  if (refusal && words === undefined && !isPage) return refusal.reference;
  const content = {
    ...(status < 300 && status !== 202 ? success(route).content : {}),
    ...(refusal && words ? refusedOrAnswered(route, refusal) : refusal?.response.content),
    ...(isPage ? { "text/html": { schema: { type: "string" } } } : {}),
  };
  return {
    ...refusal?.response,
    description: [words, refusal?.response.description].filter(Boolean).join(" "),
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
};

/** The content of a status that some requests get with a refusal, and others with the shape of a success. */
const refusedOrAnswered = ({ answer, answerType }: Route, { response: { content } }: RefusalResponse) => {
  const refused = content?.[answerType] as { readonly schema: JsonSchema } | undefined;
  if (!answer || !refused) return content;
  return { ...content, [answerType]: { schema: { anyOf: [outputSchema(answer), refused.schema] } } };
};

const success = (route: Route): PlainResponse => {
  const { status, answer, answerType, alsoAnswerTypes, takesDryRun } = route;
  if (status === 204) return { description: "Done." };
  if (status === 302) return { description: "It is at `Location`." };
  const own = answer ? outputSchema(answer) : { type: "string" };
  // Routes that answer with another status have an answer of its own for a dry run.
  const schema = takesDryRun && status === 200 ? { anyOf: [own, outputSchema(dryRunAnswer)] } : own;
  // Media files have various types.
  const mediaType = answerType === "application/octet-stream" ? "*/*" : certain(answerType.split(";")[0]);
  const example = exampleOf(route);
  const shown = example?.status === status && "answer" in example && { example: example.answer };
  return {
    description: status === 201 ? "Created." : "Success.",
    ...(takesJsonObject(route) && { headers: ignoredHeaders }),
    content: {
      [mediaType]: { schema, ...shown },
      ...Object.fromEntries(alsoAnswerTypes.map((type) => [type, { schema: otherSchema(type) }])),
    },
  };
};

const ignoredHeaders = {
  "Lectern-Ignored": {
    description:
      "Fields of the body that mean nothing, as a list of strings (RFC 9651): at most 20, in at most 1 KB. All but printable ASCII is percent-encoded.",
    schema: { type: "string" },
  },
};

/** The schema of another form of the answer, which has no shape of its own. */
const otherSchema = (type: string) => ({ type: type === "application/json" ? "object" : "string" });

/** A request that was sent to the service, and its answer. `npm run examples` records them. */
export interface Example {
  /** The parameters of the path, the query and the documented headers, by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly kind: BodyKind; readonly value: unknown };
  readonly status: number;
  /** Absent where the answer has no body. */
  readonly answer?: unknown;
}

export const exampleOf = ({ id }: Pick<Route, "id">): Example | undefined =>
  (recorded as Readonly<Record<string, Example>>)[id];

/** The kind in which an example's body is sent. */
export const bodyKindOf = ({ bodyKinds }: Pick<Route, "bodyKinds">, hasFiles: boolean): BodyKind =>
  hasFiles ? "multipart" : (bodyKinds[0] ?? "json");
