import { openApiDocument } from "#lib/openapi/document.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at as any reader of JSON sees it.
type Document = any;

/** Of all test files of this process: generating it takes a tenth of a second. */
const kept = globalThis as { openApiDocumentOfTests?: Document };

/**
 * The content types for a status in the OpenAPI document; empty if it has no body, undefined if the document
 * leaves out the route.
 */
export const documentedTypes = ({ id }: Pick<Route, "id">, status: number): readonly string[] | undefined => {
  kept.openApiDocumentOfTests ??= openApiDocument(routes);
  const document = kept.openApiDocumentOfTests;
  const operations = Object.values<object>(document.paths).flatMap((methods) => Object.values(methods));
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) return undefined;
  const response: Response = operation.responses[status] ?? {};
  const name = response.$ref?.split("/").at(-1);
  const { content } = name === undefined ? response : document.components.responses[name];
  return Object.keys(content ?? {});
};
