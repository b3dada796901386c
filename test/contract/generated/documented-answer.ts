import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import * as z from "zod/mini";
import { openApiDocument } from "#lib/openapi/document.ts";
import { dryRunAnswer, reportOfWrite } from "#lib/routes/dry-run-shapes.ts";
import { routes } from "#lib/routes/table.ts";
import type { Received } from "#test/support/exchange.ts";
import type { ReadSchema } from "./arbitrary-of-schema.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: ReadSchema;
  readonly example?: unknown;
}

interface Content {
  readonly schema?: ReadSchema;
  readonly example?: unknown;
}

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

/** An operation of the OpenAPI document, as any client reads it. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** Where it is in the document. */
  readonly pointer: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON sees it.
const document: any = JSON.parse(JSON.stringify(openApiDocument(routes)));

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const operations: readonly DocumentedOperation[] = Object.entries<
  Record<string, Omit<DocumentedOperation, "pointer">>
>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    pointer: `#/paths/${escaped(path)}/${method}`,
  })),
);

/** Where a pointer of the document leads. */
export const resolved = (pointer: string): ReadSchema =>
  pointer
    .replace(/^#\//, "")
    .split("/")
    .reduce((at, name) => at[name.replaceAll("~1", "/").replaceAll("~0", "~")], document);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, "lectern");

const validators = new Map<string, ValidateFunction>();

const validatorOf = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `lectern${encodeURI(pointer)}` });
  validators.set(pointer, known);
  return known;
};

/** Null where an answer is repeated. */
const reportShape = z.nullable(reportOfWrite);

/** A part of an answer, and its shape. */
type ShapedPart = readonly [part: unknown, shape: z.ZodMiniType];

/** What is in a success: the route's answer, and the report that `report=true` adds; or a dry run. */
const partsOf = ({ operationId }: DocumentedOperation, status: number, body: object): ShapedPart[] => {
  if ("dry_run" in body) return [[body, dryRunAnswer]];
  const route = routes.find(({ id, status: success }) => id === operationId && success === status);
  if (!route?.answer) return [];
  if (!route.takesDryRun || !("report" in body)) return [[body, route.answer]];
  const { report, ...answer } = body;
  return [
    [answer, route.answer],
    [report, reportShape],
  ];
};

const closedValidators = new Map<z.ZodMiniType, ValidateFunction>();

/** Takes no members that are not described. The document allows them, because later versions may add some. */
const closedValidatorOf = (shape: z.ZodMiniType): ValidateFunction => {
  const known = closedValidators.get(shape) ?? ajv.compile(z.toJSONSchema(shape, { io: "output" }));
  closedValidators.set(shape, known);
  return known;
};

/** What is wrong with an answer that a client knows from the document only; undefined if nothing. */
export const undocumented = (
  operation: DocumentedOperation,
  { status, headers, text }: Received,
): string | undefined => {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  const answer = operation.responses[status];
  if (!answer) return `the status ${status}: ${text.slice(0, 200)}`;
  const pointer = answer.$ref ?? `${operation.pointer}/responses/${status}`;
  const { content = {} } = resolved(pointer) as Answer;
  if (text === "") return content["application/json"] ? `${status} without JSON` : undefined;
  if (content["*/*"]) return undefined;
  const [type = ""] = headers["content-type"]?.split(";") ?? [];
  const documented = content[type];
  if (!documented) return `${status} of the type ${type}`;
  if (type !== "application/json" || !documented.schema) return undefined;
  const body = JSON.parse(text);
  const described = validatorOf(`${pointer}/content/${escaped(type)}/schema`);
  const closed = partsOf(operation, status, body).map(([part, shape]) => {
    return { part, validate: closedValidatorOf(shape) };
  });
  const failed = [{ part: body, validate: described }, ...closed].find(
    ({ part, validate }) => !validate(part),
  )?.validate;
  return failed && `${status}: ${ajv.errorsText(failed.errors)} in ${text.slice(0, 300)}`;
};
