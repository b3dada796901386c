import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { maxReportedProblems, type Problem } from "#lib/refusals/problem.ts";
import type { Refusal } from "#lib/refusals/refusal.ts";
import type { Envelope, Route } from "#lib/routes/route.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";

export class Reply<Body> {
  readonly body: Body;
  readonly options: {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly cookies?: readonly string[];
  };

  constructor(body: Body, options: Reply<Body>["options"] = {}) {
    this.body = body;
    this.options = options;
  }
}

/** The answer of a handler as a reply. */
export const asReply = <Body>(answer: Body | Reply<Body>): Reply<Body> =>
  answer instanceof Reply ? answer : new Reply(answer);

export const privateHeaders = {
  "cache-control": "private, no-store",
  vary: "Accept, Cookie, Authorization",
} as const;

/** The default: caches must revalidate, so that a read that begins after a publication shows it. */
export const defaultCacheControl = "no-cache";

/** The result of a function. A body that was encoded for its ETag is bytes until {@link textForLambda}. */
export type FunctionResult = Omit<APIGatewayProxyStructuredResultV2, "body"> & { body: string | Buffer };

/** The context of a caller that sends bytes as they are, as the gateway of one machine does. */
export type BytesContext = Context & { readonly takesBytes: true };

/** Lambda sends results as JSON, so it needs the text of a body. */
export const textForLambda = (body: string | Buffer, context: Context | BytesContext): string | Buffer =>
  typeof body === "string" || "takesBytes" in context ? body : body.toString();

/** A response as API Gateway takes it, with the headers that every response has. */
export const response = (
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[] = [],
): FunctionResult => ({
  statusCode: status,
  headers: {
    "cache-control": cookies.length > 0 ? privateHeaders["cache-control"] : defaultCacheControl,
    vary: "Accept, Cookie",
    ...safetyHeaders,
    ...headers,
  },
  body,
  ...(cookies.length > 0 ? { cookies: [...cookies] } : {}),
});

/** The maximum length of a message, which may repeat what was sent. */
const maxReportedCharacters = 500;

const problemsByPath = (problems: readonly Problem[]) => {
  const errors: Record<string, { code: string; message: string }[]> = Object.create(null);
  const report = ({ path, code, message }: Problem) => {
    errors[path] ??= [];
    const text =
      message.length > maxReportedCharacters ? `${message.slice(0, maxReportedCharacters)}…` : message;
    errors[path].push({ code, message: text.toWellFormed() });
  };
  for (const problem of problems.slice(0, maxReportedProblems)) report(problem);
  if (problems.length > maxReportedProblems) {
    const message = `Only the first ${maxReportedProblems} problems are reported; there are more.`;
    report({ path: "non_field_errors", code: "invalid", message });
  }
  return errors;
};

/** The codes of RFC 6749, 7591 and 8707. */
const oauthCodes =
  /^(invalid_(request|scope|grant|client|target|redirect_uri|client_metadata)|unsupported_grant_type|temporarily_unavailable)$/;

/** The code of a refusal in OAuth, which has none for what other routes refuse as well. */
const oauthError = ({ code, kind: { code: shown = code, status } }: Refusal): string => {
  if (oauthCodes.test(shown)) return shown;
  if (status === 401) return "invalid_client";
  if (status === 503) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
};

/** A theme's selection has one field, and so one problem (contract#theme-selection). */
const themeProblem = ({ path, code, message }: Problem): Record<string, string> => {
  if (code === "parse_error") return { detail: message };
  const error = path === "non_field_errors" ? "Invalid request" : "Theme slug is invalid";
  return { error, detail: error };
};

/** The body of a refusal in the envelope of its surface (contract#errors-legacy, contract#errors-editor). */
export const refusalBody = (refusal: Refusal, envelope: Envelope): Record<string, unknown> => {
  const { details, kind } = refusal;
  const code = kind.code ?? refusal.code;
  const detail = details.detail ?? kind.text;
  switch (envelope) {
    case "editor":
      if (details.problems) return { code, errors: problemsByPath(details.problems) };
      return { code, detail, ...details.fields };
    case "pages":
      return { message: detail, detail };
    case "themes":
      return details.problems?.[0] ? themeProblem(details.problems[0]) : { detail };
    case "oauth":
      return { error: oauthError(refusal), error_description: detail };
    case "legacy":
      return refusal.code === "insufficient_scope" ? { code, detail } : { detail };
  }
};

/** The headers that every answer of a route has, also a refusal. */
export const headersOfRoute = (
  route: Pick<Route, "auth" | "isPrivate" | "method" | "alsoAtPath">,
): Record<string, string> => headersOfPath([route.method, ...route.alsoAtPath], [route]);

/** The headers of all answers at addresses that are secrets themselves, such as those of preview links. */
export const secretAddressHeaders = (route: Parameters<typeof headersOfRoute>[0]) => () => ({
  ...headersOfRoute(route),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
});

/** The headers for a path, of all its methods and known routes. */
export const headersOfPath = (
  methods: readonly string[],
  there: readonly Pick<Route, "auth" | "isPrivate">[],
): Record<string, string> => ({
  allow: allowHeader(methods),
  ...(there.some(({ auth }) => auth !== "public")
    ? { "cache-control": privateHeaders["cache-control"] }
    : {}),
  ...(there.some(({ isPrivate }) => isPrivate) ? privateHeaders : {}),
});

const inUsualOrder = (methods: readonly string[]): string[] => {
  const reads = methods.filter((method) => method === "GET");
  return [...reads, ...methods.filter((method) => method !== "GET").toSorted()];
};

export const allowHeader = (methods: readonly string[]): string =>
  methods.length === 0
    ? ""
    : [...inUsualOrder(methods), ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
