import { route } from "./route.ts";

/**
 * Everything that no route answers: unknown paths (404), methods that a path lacks (405), and OPTIONS. Not part of the
 * table; it is API Gateway's `$default`.
 */
export const fallback = route({
  id: "fallback",
  method: "GET",
  path: "/{proxy+}/",
  summary: "answer what no route answers",
  auth: "public",
  envelope: "path",
  errors: ["not_found", "method_not_allowed"],
  uses: ["table:read"],
});
