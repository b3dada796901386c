import { isUtf8 } from "node:buffer";
import type * as z from "zod/mini";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, Refusal, refuseProblems } from "#lib/refusals/refusal.ts";
import { codeOf, listFields, mayBeList, type TextFile, wholeNumberFields } from "#lib/routes/fields.ts";
import { FormFile } from "#lib/routes/form-file.ts";
import { type BodyKind, bodyTypes, isTextFile, type Route } from "#lib/routes/route.ts";
import { payloadTooLarge, twoFilesIn, unreadableForm, unreadableText } from "./body-refusals.ts";
import type { TellIgnored } from "./ignored-fields.ts";
import { type FormEntry, multipartEntries } from "./multipart.ts";
import type { Request } from "./request.ts";
import { tellUnknown } from "./trial.ts";

export type BodyValues = Readonly<Record<string, unknown>>;

/**
 * The values of the body before its fields are checked; `{}` for an empty one. Refuses `payload_too_large`,
 * `unsupported_media_type` and what cannot be parsed.
 */
export const bodyValues = (route: Route, request: Request): BodyValues => {
  const { body: shape, limits } = route;
  if (!shape) return {};
  return inItsEnvelope(route, () => {
    if (request.body.length > limits.bodyBytes) throw payloadTooLarge(route);
    return valuesOf(request, kindOf(route, request), shape);
  });
};

/** OAuth has one refusal for all that can be wrong with a body (contract#token-exchange). */
const inItsEnvelope = <Value>({ envelope }: Pick<Route, "envelope">, read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (envelope !== "oauth" || !(error instanceof Refusal)) throw error;
    throw new Refusal("invalid_token_request", { cause: error });
  }
};

/** The body as the schema has it; tells what it drops. Refuses a `validation_error` with all problems. */
export const parseBody = <Body>(
  route: Route<string, Body>,
  values: BodyValues,
  ignored?: TellIgnored,
): Body => {
  const { body: shape } = route;
  if (!shape) return undefined as Body;
  const body = inItsEnvelope(route, () => parseBodyFields(shape, values));
  tellUnknown(ignored, values, body);
  return body;
};

const kindOf = (route: Route, { headers, body }: Request): BodyKind => {
  const type = headers["content-type"] ?? "";
  const [mediaType, ...parameters] = type.split(";").map((part) => part.trim().toLowerCase());
  const kind = route.bodyKinds.find((each) => bodyTypes[each] === mediaType);
  if (kind && !(isTextFile(kind) && parameters.some(isOtherCharset))) return kind;
  if (body.length === 0 && !route.bodyKinds.some(isTextFile)) return "json";
  throw new Refusal("unsupported_media_type", { detail: `Unsupported media type "${type}" in request.` });
};

const isOtherCharset = (parameter: string): boolean =>
  /^charset\s*=/.test(parameter) && !/^charset\s*=\s*"?(utf-?8|us-ascii)"?$/.test(parameter);

const valuesOf = (request: Request, kind: BodyKind, shape: z.ZodMiniType): BodyValues => {
  if (isTextFile(kind))
    return { format: kind, bytes: request.body, mayBeDamaged: request.mayBeDamaged } satisfies TextFile;
  if (request.body.length === 0) return {};
  if (request.mayBeDamaged) throw unreadableText();
  return kind === "json"
    ? jsonObject(request.body, shape)
    : nestedValues(formEntries(kind, request), listFields(shape));
};

const formEntries = (kind: BodyKind, { body, headers }: Request): readonly FormEntry[] => {
  const entries =
    kind === "multipart" ? multipartEntries(body, headers["content-type"] ?? "") : urlencodedEntries(body);
  if (!entries) throw unreadableForm();
  requireOneFileEach(entries);
  return entries;
};

const requireOneFileEach = (entries: readonly FormEntry[]): void => {
  const filled = new Set<string>();
  for (const [name, value] of entries) {
    if (!(value instanceof FormFile)) continue;
    if (filled.has(name)) throw twoFilesIn(name);
    filled.add(name);
  }
};

/** Refuses bytes that are not UTF-8, percent-encoded or not. */
const urlencodedEntries = (body: Buffer): readonly FormEntry[] => {
  const bytes = body
    .toString("latin1")
    .replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  if (!isUtf8(Buffer.from(bytes, "latin1"))) throw unreadableText();
  return [...new URLSearchParams(body.toString("utf8"))];
};

/** No form of ours has as many fields. */
const maxFormFields = 1_000;

/**
 * The object that the fields of a form describe: `parent.id=3` nests; list fields collect their values, or
 * take them as JSON; of other fields the last value counts. Names with more than one dot are ignored.
 */
const nestedValues = (entries: readonly FormEntry[], lists: ReadonlySet<string>): Record<string, unknown> => {
  if (entries.length > maxFormFields) {
    throw invalid("non_field_errors", "parse_error", `A form has at most ${maxFormFields} fields.`);
  }
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) {
    const [first = "", member, ...deeper] = name.split(".");
    if (deeper.length > 0) continue;
    if (lists.has(name)) collect(values, name, typeof value === "string" ? listItems(value) : [value]);
    else if (member === undefined) values[first] = value;
    else if (!(values[first] instanceof FormFile))
      Object.assign(memberOf(values, first), { [member]: value });
  }
  return values;
};

const collect = (values: Record<string, unknown>, name: string, items: readonly unknown[]): void => {
  values[name] ??= [];
  for (const item of items) (values[name] as unknown[]).push(item);
};

const memberOf = (values: Record<string, unknown>, name: string): object => {
  if (typeof values[name] !== "object") values[name] = Object.create(null);
  return values[name] as object;
};

const listItems = (value: string): readonly unknown[] => {
  if (!value.startsWith("[")) return [value];
  try {
    return JSON.parse(value) as unknown[];
  } catch {
    return [value];
  }
};

/** The object in a JSON body. Its whole numbers stay text beyond 2^53, which `JSON.parse` would round. */
const jsonObject = (body: Buffer, shape: z.ZodMiniType): Record<string, unknown> => {
  if (!isUtf8(body)) throw unreadableText();
  const text = new TextDecoder().decode(body);
  const value = parsed(text);
  if (value === null) throw invalid("non_field_errors", "null", "The body may not be null.");
  if (typeof value !== "object" || (Array.isArray(value) && !mayBeList(shape))) {
    throw invalid("non_field_errors", "invalid", "The body must be a JSON object.");
  }
  const object = value as Record<string, unknown>;
  for (const name of wholeNumberFields(shape))
    if (isRounded(object[name])) object[name] = integerDigitsIn(text, name) ?? object[name];
  return object;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid("non_field_errors", "parse_error", `JSON parse error - ${(error as Error).message}`);
  }
};

const isRounded = (value: unknown): boolean => typeof value === "number" && !Number.isSafeInteger(value);

/** Matches strings, brackets and numbers in valid JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|-?\d[\d.eE+-]*/g;

const integerDigitsIn = (text: string, memberName: string): string | undefined => {
  let found: string | undefined;
  let depth = 0;
  let name = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (depth === 1 && token.startsWith('"')) name = token;
    else if (depth === 1 && JSON.parse(name) === memberName) found = token;
  }
  return found && integerDigits(found);
};

/** The digits of a JSON number, if it is an integer that `JSON.parse` can read; undefined otherwise. */
const integerDigits = (number: string): string | undefined => {
  const [, whole, fraction = "", exponent] = /^(-?\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,3}))?$/.exec(number) ?? [];
  const places = Number(exponent ?? 0);
  const isReadable = exponent === undefined || Number.isFinite(Number(number));
  if (whole === undefined || !isReadable || !/^0*$/.test(fraction.slice(places))) return undefined;
  return whole + fraction.slice(0, places).padEnd(places, "0");
};

export interface ReadFields<Fields> {
  readonly fields: Fields | undefined;
  readonly problems: readonly Problem[];
}

/** Parses fields, or gives every problem with them. Drops unknown fields. */
export const readFields = <Fields>(
  schema: z.ZodMiniType<Fields>,
  values: Readonly<Record<string, unknown>>,
): ReadFields<Fields> => {
  const { data, error } = schema.safeParse(values);
  const problems = (error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String).join(".") || "non_field_errors",
    code: codeOf(issue),
    message: issue.message,
  }));
  return { fields: data, problems };
};

/** Parses fields; refuses one `validation_error` with every problem. Drops unknown fields. */
export const parseBodyFields = <Fields>(
  schema: z.ZodMiniType<Fields>,
  values: Readonly<Record<string, unknown>>,
): Fields => {
  const { fields, problems } = readFields(schema, values);
  refuseProblems(problems);
  return fields as Fields;
};
