import { expect } from "vitest";
import { bodyKindOf, type Example } from "#lib/openapi/operation.ts";
import { isTextFile, type Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { type CallOptions, call, type RouteAnswer } from "#test/support/call.ts";
import { type FormFields, multipart } from "#test/support/form.ts";
import { type Cost, costOf } from "#test/support/metering.ts";

/** A request as an example shows it. */
export interface ExampleRequest extends Pick<CallOptions<string>, "params" | "query" | "body" | "headers"> {
  /** A token; by default that of an editor, and nobody's for public routes. */
  readonly as?: string | null;
  /** False for what another request needs. */
  readonly isExample?: false;
  /** The fields of a form with files. */
  readonly form?: FormFields;
}

/** Sends a request to the route of an id. The first answer of a route is its example. */
export type Show = (id: string, request?: ExampleRequest) => Promise<RouteAnswer>;

/** The example of a route, and what its request asks of DynamoDB. */
export interface RecordedRoute {
  readonly id: string;
  readonly example: Example;
  readonly cost: Cost;
}

/**
 * Sends requests, of which each must succeed, and keeps the first of each route as its example, by the
 * routes' ids. Reads are counted when they are sent again: then the process is warm.
 */
export const recordExamples = async (
  scenario: (show: Show) => Promise<void>,
): Promise<readonly RecordedRoute[]> => {
  const recorded = new Map<string, RecordedRoute>();
  await scenario(async (id, request = {}) => {
    const route = routes.find((each) => each.id === id);
    if (!route) throw new Error(`There is no route ${id}.`);
    const first = await sendCounted(route, request);
    if (!recorded.has(id) && request.isExample !== false) {
      const { cost } = route.method === "GET" ? await sendCounted(route, request) : first;
      recorded.set(id, { id, example: exampleOf(route, request, first.answer), cost });
    }
    return first.answer;
  });
  return [...recorded.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
};

const sendCounted = async (route: Route, request: ExampleRequest) => {
  let answer!: RouteAnswer;
  const cost = await costOf(async () => {
    answer = await sendExample(route, request);
  });
  expectSuccess(route, answer);
  return { answer, cost };
};

/** Fails unless the answer is one of those that the route promises for requests that are right. */
export const expectSuccess = ({ id, status, alsoAnswers }: Route, answer: RouteAnswer): void =>
  expect([status, ...Object.keys(alsoAnswers).map(Number)], `${id}: ${answer.text}`).toContain(answer.status);

export const sendExample = async (
  route: Route,
  { as, form, headers, isExample: _, ...request }: ExampleRequest,
): Promise<RouteAnswer> => {
  const secret = as === undefined ? (route.auth === "public" ? null : "editor") : as;
  const sent = form ? await multipart(form) : { headers: {} };
  return call(route, {
    ...request,
    ...sent,
    headers: { ...sent.headers, ...lowerCased(headers) },
    ...(secret === null ? {} : { as: secret }),
  });
};

const exampleOf = (
  route: Route,
  { params, query, headers, body, form }: ExampleRequest,
  answer: RouteAnswer,
): Example => {
  const sent = form
    ? Object.fromEntries(Object.entries(form).map(([name, value]) => [name, fieldOf(value)]))
    : typeof body === "string" && !route.bodyKinds.some(isTextFile)
      ? Object.fromEntries(new URLSearchParams(body))
      : body;
  const given = {
    ...params,
    ...(typeof query === "object" ? query : {}),
    ...documentedHeaders(route, headers),
  };
  return masked({
    ...(Object.keys(given).length > 0 ? { parameters: given } : {}),
    ...(sent === undefined ? {} : { body: { kind: bodyKindOf(route, form !== undefined), value: sent } }),
    status: answer.status,
    ...(answer.text === "" ? {} : { answer: shortened(answer.body) }),
  }) as Example;
};

/** As API Gateway hands them on. */
const lowerCased = (headers: ExampleRequest["headers"] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** OpenAPI shows files by their names. */
const fieldOf = (value: FormFields[string]): unknown =>
  Array.isArray(value) ? value.map(fieldOf) : value instanceof File ? value.name : value;

const documentedHeaders = ({ headers }: Route, sent: ExampleRequest["headers"] = {}) =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => name in headers));

/** The first lines of a text, the head of the document that contains the examples, and the first fields. */
const shortened = (body: unknown): unknown => {
  if (typeof body === "string") return body.length > 200 ? `${body.slice(0, 200)}…` : body;
  const { openapi, info, kinds, blocks } = (body ?? {}) as Readonly<Record<string, never>>;
  if (kinds && blocks) return { ...(body as object), ...beginningOf(kinds, blocks) };
  return openapi && info ? { openapi, info } : body;
};

/** A description of fields is as long as the document. */
const beginningOf = (
  kinds: { readonly post: { readonly fields: readonly object[] } },
  blocks: readonly object[],
) => ({
  kinds: { post: { ...kinds.post, fields: kinds.post.fields.slice(0, 3) } },
  blocks: blocks.slice(0, 2),
});

/** What is different in each run. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "6f1c9a52-3f0e-4c1b-9d5e-2b7a8c4d1e60"],
  [/\b20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "2026-11-22T08:30:00Z"],
  [/\b[0-9a-f]{64}\b/g, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  [/(?<=\/)[0-9a-f]{12}(?=\/)/g, "0a1b2c3d4e5f"],
  [/(?<=\/transcript-)[0-9a-f]{8}(?=\.json)/g, "6f1c9a52"],
  [/(?<=-)[0-9a-f]{12}(?=\.js)/g, "0a1b2c3d4e5f"],
  [/(?<=[?&](signature|expires|v|t)=)[\w.%-]+/g, "0a1b2c"],
  [/(?<=name="csrf_token" value=")[^"]*/g, "0a1b2c"],
  [/(?<=\?key=|^)[\w-]{43}$/g, "0a1b2c"],
  [/(?<=\/_feeds\/private\/|^)[0-9a-f]{40}(?=\/)/g, "5d41402abc4b2a76b9719d911017c592a1b2c3d4"],
  [/^\d{13}$/g, "1795335000000"],
  // Cursors are lists in base64url.
  [/^Wz[\w-]{60,}$/g, "WzEsWzIyLFtdXV0"],
  [/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/, "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwcyJ9.c2lnbmF0dXJl"],
  [/(?<=^whsec_)[0-9A-Za-z+/]{43}=$/, `${"0".repeat(43)}=`],
  [/(?<=^msg_)[\w-]{24}$/, "0".repeat(24)],
  [/(?<=client_id=)[\w-]{43}/g, "0a1b2c"],
  [/lct_[0-9A-Za-z]{49}/g, "lct_0000000000000000000000000000000000000000000000000"],
  [/https?:\/\/(lectern\.test|127\.0\.0\.1:\d+)/g, "https://notes.example.org"],
];

/** Members of statistics whose value is the day of the run. */
const today: readonly string[] = ["since", "until", "day", "last_used_on"];

const masked = (value: unknown): unknown => {
  if (typeof value === "string") return masks.reduce((text, [what, by]) => text.replace(what, by), value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // Ids of tokens are made of their secrets.
      name === "id" && typeof member === "number" && member > 1e9
        ? 61_000_000_000_000
        : // In forms, too.
          name === "feed" && typeof member === "string"
          ? "61000000000000"
          : name === "grant" && typeof member === "string"
            ? "0a1b2c3d4e5f6071"
            : name === "client_id_issued_at"
              ? 1_795_335_000
              : // Of working copies it is the time.
                name === "version" && typeof member === "number" && member > 1e12
                ? 1_795_335_000_000
                : ["digest", "base_digest"].includes(name) && typeof member === "string"
                  ? "jWWTj3Dkxxt4Ucxg"
                  : today.includes(name)
                    ? "2026-11-22"
                    : masked(member),
    ]),
  );
};
