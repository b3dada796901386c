import fc from "fast-check";
import { arbitraryOf, type ReadSchema, textValue } from "./arbitrary-of-schema.ts";
import { type DocumentedOperation, resolved } from "./documented-answer.ts";

/** A request before its ids and its caller are chosen, which depends on what is there when it is sent. */
export interface GeneratedRequest {
  /** Which of the callers, and of the objects of the site, as numbers without an end. */
  readonly caller: number;
  /** True for somebody who may do everything, whichever that is. */
  readonly isMighty: boolean;
  readonly object: number;
  /** True for an object of a kind that the operation is for. */
  readonly fits: boolean;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Mostly absent: requests with many odd parts are refused for the first of them, and reach nothing. */
const oftenAbsent = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const known = (example: unknown) => (example === undefined ? [] : [fc.constant(example)]);

const parametersOf = ({ parameters = [] }: DocumentedOperation, place: "path" | "query" | "header") =>
  parameters.filter((parameter) => parameter.in === place);

/** What callers might send: what the document shows, what the schema allows, and other texts. */
const parameterValue = (schema: ReadSchema, example: unknown): fc.Arbitrary<string> =>
  fc
    .oneof(...known(example), arbitraryOf(schema, resolved), textValue)
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));

const queryOf = (operation: DocumentedOperation): fc.Arbitrary<string> => {
  const declared = parametersOf(operation, "query").map(({ name, schema, example }) =>
    oftenAbsent(parameterValue(schema, example).map((value) => [name, value] as const)),
  );
  const other = oftenAbsent(fc.tuple(fc.constantFrom("no_such", "id", "dry_run", "format"), textValue));
  return fc
    .tuple(...declared, other)
    .map((pairs) =>
      pairs
        .flatMap((pair) => (pair ? `${pair[0]}=${encodeURIComponent(pair[1].toWellFormed())}` : []))
        .join("&"),
    );
};

const headerValues: Readonly<Record<string, readonly string[]>> = {
  "Idempotency-Key": ["one", "two", "x".repeat(256)],
  "If-Match": ['"1"', '"0"', "*", "x"],
  "If-None-Match": ["*", '"x"', 'W/"x"'],
  "If-Range": ['"x"', "Sun, 06 Nov 1994 08:49:37 GMT"],
  Range: ["bytes=0-1", "bytes=9-1", "bytes=-1", "x"],
};

/** A value of a header that another program could send: visible ASCII. */
const headerText = fc.string({ maxLength: 12, unit: fc.constantFrom(...'abc019 "*,;=/-:') });

const headersOf = (operation: DocumentedOperation): fc.Arbitrary<Record<string, string>> => {
  const declared = parametersOf(operation, "header").map(
    ({ name }) =>
      [name.toLowerCase(), fc.oneof(fc.constantFrom(...(headerValues[name] ?? ["1"])), headerText)] as const,
  );
  const accept = oftenAbsent(
    fc
      .oneof(fc.constantFrom("*/*", "application/json", "text/html,*/*;q=0.1", "image/png"), headerText)
      .map((value) => ["accept", value] as const),
  );
  return fc
    .tuple(
      ...declared.map(([name, value]) => oftenAbsent(value.map((text) => [name, text] as const))),
      accept,
    )
    .map((parts) => Object.fromEntries(parts.filter((part) => part !== undefined)));
};

interface GeneratedBody {
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const broken = fc.constantFrom("{", "", "null", '{"a": 1e400}', '{"__proto__": {"title": 1}}', "\0");

/** The example with some members as the schema has them: most of it passes the first checks. */
const nearExample = (example: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(value, fc.array(fc.nat(9), { maxLength: 2 })).map(([other, chosen]) => {
    if (typeof example !== "object" || example === null || typeof other !== "object") return example;
    const members = Object.entries(other ?? {});
    const taken = chosen.map((index) => members[index]).filter((member) => member !== undefined);
    return { ...example, ...Object.fromEntries(taken) };
  });

const boundary = "generated-boundary";

const isFile = (name: string) => /^(file|original|image|video|poster|cover)$/.test(name);

const partOf = (name: string, value: unknown): string =>
  isFile(name)
    ? `Content-Disposition: form-data; name="${name}"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${value}`
    : `Content-Disposition: form-data; name="${name}"\r\n\r\n${fieldText(value)}`;

const fieldText = (value: unknown): string =>
  (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed();

const encoders: Readonly<Record<string, (value: unknown) => GeneratedBody["body"]>> = {
  "application/json": (value) => JSON.stringify(value) ?? "null",
  "application/x-www-form-urlencoded": (value) =>
    new URLSearchParams(
      Object.entries(value ?? {}).map(([name, each]) => [name, fieldText(each)]),
    ).toString(),
  "multipart/form-data": (value) =>
    new TextEncoder().encode(
      [
        ...Object.entries(value ?? {}).map(([name, each]) => `--${boundary}\r\n${partOf(name, each)}`),
        `--${boundary}--`,
      ].join("\r\n"),
    ),
};

const bodyOf = ({ requestBody }: DocumentedOperation): fc.Arbitrary<GeneratedBody | undefined> => {
  const kinds = Object.entries(requestBody?.content ?? {});
  if (kinds.length === 0) return fc.constantFrom(undefined, { type: "application/json", body: "{}" });
  const example = kinds.find(([, content]) => content.example !== undefined)?.[1].example;
  return fc.oneof(
    ...kinds.map(([type, { schema = {} }]) => {
      const encode = encoders[type] ?? ((value) => (typeof value === "string" ? value : "WEBVTT\n\n"));
      const value = arbitraryOf(schema, resolved);
      const sent = type === "multipart/form-data" ? `${type}; boundary=${boundary}` : type;
      return fc
        .oneof(
          { weight: 6, arbitrary: nearExample(example, value).map(encode) },
          { weight: 3, arbitrary: value.map(encode) },
          { weight: 1, arbitrary: broken },
        )
        .map((body) => ({ type: sent, body }));
    }),
    fc.constantFrom({ type: "text/css", body: "x" }, undefined),
  );
};

/** Requests that the OpenAPI document allows, and some that it does not. */
export const requestsFor = (operation: DocumentedOperation): fc.Arbitrary<GeneratedRequest> => {
  const params = parametersOf(operation, "path").map(
    ({ name, schema, example }) =>
      [
        name,
        oftenAbsent(
          fc.oneof(fc.constantFrom("0", "-1", "abc", "9".repeat(20), "1"), parameterValue(schema, example)),
        ),
      ] as const,
  );
  return fc
    .record({
      caller: fc.nat(),
      isMighty: fc.boolean(),
      object: fc.nat(),
      fits: fc.boolean(),
      params: fc.record(Object.fromEntries(params)),
      query: queryOf(operation),
      headers: headersOf(operation),
      body: bodyOf(operation),
    })
    .map(({ headers, body, ...rest }) => ({
      ...rest,
      headers: { ...headers, ...(body && { "content-type": body.type }) },
      body: body?.body ?? "",
    }));
};
