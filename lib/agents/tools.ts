import { type TextUse, textArguments, textUses } from "./post-texts.ts";

/** A route as a tool (contract#agent-tools). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** The path, with placeholders. */
  readonly path: string;
  /** The scope of the route; undefined where none is needed. */
  readonly scope: string | undefined;
  /** True if a token without scopes is not offered the tool, although the API takes it. */
  readonly needsNamedScope: boolean;
  /** The places of arguments that are not members of the body. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** How the body is sent; undefined without one. */
  readonly bodyKind: BodyKind | undefined;
  /** What the tool does with the text of a post, which it then has as Markdown, too. */
  readonly textUse: TextUse | undefined;
  readonly input: InputSchema;
}

type BodyKind = "json" | "form";

interface InputSchema extends Schema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** The tools of the API that a document describes. */
export const toolsOf = (document: ApiDocument): Tool[] => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byId = new Map(operations.map((each) => [each.operation.operationId, each]));
  return toolRoutes.map((id) => {
    const found = byId.get(id);
    if (!found) throw new Error(`${id} is a tool, but no route`);
    return toolOf(document, found.path, found.method, found.operation);
  });
};

/** Such as `editor_posts_list_revisions` for `editor/posts/list-revisions`. */
const toolName = (id: string): string => id.replace(/[/-]/g, "_");

/** Such as `idempotency_key` for the header `Idempotency-Key`. */
const argumentName = ({ name, in: place }: Parameter): string =>
  place === "header" ? name.toLowerCase().replaceAll("-", "_") : name;

const toolOf = (document: ApiDocument, path: string, method: string, operation: DescribedOperation): Tool => {
  const { operationId, summary, description = "", security, requestBody } = operation;
  const parameters = (operation.parameters ?? []).map(
    (parameter) => [argumentName(parameter), parameter] as const,
  );
  const bodyKind = (["json", "form"] as const).find((kind) => requestBody?.content[contentTypes[kind]]);
  const bodyReference = bodyKind && requestBody?.content[contentTypes[bodyKind]]?.schema.$ref;
  const body = bodyReference === undefined ? {} : schemaAt(document, bodyReference);
  const properties = {
    ...Object.fromEntries(parameters.map(([name, parameter]) => [name, parameterSchema(parameter)])),
    ...(bodyKind === "form" ? fieldSchemas(body) : body.properties),
  };
  const count = parameters.length + Object.keys(body.properties ?? {}).length;
  if (Object.keys(properties).length < count)
    throw new Error(`${operationId} has two parameters of one name`);
  const textUse = textUses.get(operationId);
  const scope = security.find(({ bearer }) => bearer)?.bearer?.[0];
  const needed = parameters.filter(([, { required }]) => required).map(([name]) => name);
  return {
    name: toolName(operationId),
    title: summary,
    description: `${summary}. ${description}`.trim(),
    method: method.toUpperCase(),
    path,
    scope,
    needsNamedScope: scope !== undefined && (scope !== "write" || isOnComments(operationId)),
    parameters: new Map(parameters),
    bodyKind,
    textUse,
    input: withDefinitions(document, {
      type: "object",
      properties: { ...properties, ...(textUse && textArguments(textUse)) },
      required: [...needed, ...(body.required ?? [])],
    }),
  };
};

export const contentTypes: Readonly<Record<BodyKind, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
};

/** True of routes of comments. What they decide is seen by everybody at once. */
const isOnComments = (id: string): boolean => id.startsWith("comments/");

/** The fields of a form. A tool sends no bytes, so a file is the id of a completed upload. */
const fieldSchemas = ({ properties = {} }: Schema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) =>
      (field as Schema).format === "binary"
        ? [name, { type: "integer", minimum: 1, description: "The id of a completed upload." }]
        : [name, field],
    ),
  );

const parameterSchema = ({ schema, description }: Parameter): Schema => ({
  ...schema,
  ...(description !== undefined && { description }),
});

const componentPrefix = "#/components/schemas/";

const schemaAt = ({ components }: ApiDocument, reference: string): Schema =>
  components.schemas[reference.slice(componentPrefix.length)] ?? {};

/** The schema with all that it refers to, as clients see no document beside it. */
const withDefinitions = (document: ApiDocument, schema: InputSchema): InputSchema => {
  const definitions = new Map<string, unknown>();
  const include = (reference: string): string => {
    const name = reference.slice(componentPrefix.length);
    if (!definitions.has(name)) {
      definitions.set(name, undefined);
      definitions.set(name, rewritten(schemaAt(document, reference), include));
    }
    return `#/$defs/${name}`;
  };
  const own = rewritten(schema, include) as InputSchema;
  const others = {
    additionalProperties: false,
    ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }),
  };
  return { ...own, ...others };
};

/** The value with other references, and without what only OpenAPI knows. */
const rewritten = (value: unknown, include: (reference: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((member) => rewritten(member, include));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name === "discriminator" && typeof member === "object") return [];
      return [[name, name === "$ref" ? include(String(member)) : rewritten(member, include)]];
    }),
  );
};

/** The scopes of a caller's token, and the names that a site accepts for each. */
export interface ToolScopes {
  /** Null for a token without scopes, which may do what its user may. */
  readonly scopes: readonly string[] | null;
  readonly accepted: Readonly<Record<string, readonly string[] | undefined>>;
}

/**
 * True if the caller is offered the tool. What others see at once needs a token that names the scope, also
 * where the API would take one without scopes (contract#agent-tools).
 */
export const isOffered = (
  { scope, needsNamedScope }: Pick<Tool, "scope" | "needsNamedScope">,
  { scopes, accepted }: ToolScopes,
): boolean => {
  if (scope === undefined) return true;
  if (scopes === null) return !needsNamedScope;
  return accepted[scope]?.some((name) => scopes.includes(name)) ?? false;
};

/**
 * The routes that agents have as tools, in the order in which tools are listed: to make a route a tool, add
 * its id. The routes of posts serve episodes and pages, too, so only their creation is a tool of its own.
 */
export const toolRoutes: readonly string[] = [
  "editor/whoami",
  "editor/parents/list",
  "editor/parents/list-seasons",
  "editor/pages/list",
  "editor/tags/list",
  "editor/categories/list",
  "editor/media/list-images",
  "editor/media/list-audios",
  "editor/media/list-videos",
  "editor/media/list-collections",
  "editor/uploads/list",
  "editor/uploads/create",
  "editor/uploads/read",
  "editor/uploads/presign",
  "editor/uploads/complete",
  "editor/media/upload-image",
  "editor/media/upload-audio",
  "editor/media/upload-video",
  "editor/posts/lookup",
  "editor/posts/read",
  "editor/posts/create",
  "editor/episodes/create",
  "editor/pages/create",
  "editor/posts/update",
  "editor/posts/create-preview-link",
  "editor/posts/list-revisions",
  "editor/posts/read-revision",
  "editor/posts/diff-revision",
  "editor/posts/restore-revision",
  "editor/posts/publish",
  "editor/posts/unpublish",
  "editor/posts/schedule",
  "editor/posts/unschedule",
  "editor/posts/delete",
  "editor/bin/list",
  "editor/bin/restore",
  "comments/list",
  "comments/approve",
  "comments/refuse",
  "comments/remove",
];

/** A JSON Schema, of which only these members matter here. */
export interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [member: string]: unknown;
}

/** The members of the OpenAPI document that tools are made of. */
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[] | undefined>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
