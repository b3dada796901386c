import type { Route } from "#lib/routes/route.ts";
import packageFile from "../../package.json" with { type: "json" };
import { blockSchemas } from "./block-schemas.ts";
import { inputSchema, sharedSchemas } from "./json-schema.ts";
import { bodyName, documentedPath, operationOf, tagOf } from "./operation.ts";
import type { JsonSchema } from "./reference.ts";
import { refusalComponents, refusalSchemas } from "./refusal-responses.ts";
import { tagDescriptions } from "./tags.ts";

const description = `What this service answers to, generated from its route table.

Every path also answers without its trailing slash, HEAD wherever GET does, and OPTIONS everywhere. Objects may have further
members than those described here; ignore what you do not know. In forms a dot leads into an object (\`parent.id=3\`), and
fields that hold lists are repeated or given as JSON. docs/errors.md explains the codes of refusals and of field problems.`;

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A token. One that carries scopes needs the named one; one that carries none may do what its user may.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "sessionid",
    description: "The session that signing in at `/accounts/login/` starts.",
  },
  csrfToken: {
    type: "apiKey",
    in: "header",
    name: "X-CSRFToken",
    description:
      "The value of the cookie `csrftoken`, which requests of a session that change something send back.",
  },
} as const;

export const openApiDocument = (routes: readonly Route[]) => ({
  openapi: "3.1.0",
  info: { title: "Lectern", version: packageFile.version, description },
  servers: [{ url: "/" }],
  tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] ?? "" })),
  paths: pathsOf(routes),
  components: {
    securitySchemes,
    schemas: { ...sharedSchemas(), ...blockSchemas(), ...bodySchemas(routes), ...refusalSchemas },
    responses: refusalComponents(routes),
  },
});

const pathsOf = (routes: readonly Route[]): Record<string, Record<string, unknown>> => {
  const operations = Map.groupBy(routes, documentedPath);
  return Object.fromEntries(
    [...operations].map(([path, routesThere]) => [
      path,
      Object.fromEntries(routesThere.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  );
};

const bodySchemas = (routes: readonly Route[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    routes.flatMap((route) => (route.body ? [[bodyName(route), inputSchema(route.body)]] : [])),
  );
