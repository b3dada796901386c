import { route } from "./route.ts";

/**
 * Everything that no route answers: unknown paths (404), methods that a path lacks (405), and OPTIONS. Not
 * part of the table; it is API Gateway's `$default`. Its aliases keep to it what a site's pages would take
 * else: they answer at every path that is read.
 */
export const fallback = route({
  id: "fallback",
  method: "GET",
  path: "/{proxy+}/",
  aliases: ["/api/{path+}", "/accounts/", "/accounts/{path+}"],
  summary: "answer what no route answers",
  auth: "public",
  envelope: "path",
  errors: [
    "not_found",
    "method_not_allowed",
    // As the routes of the path would refuse, so that strangers do not learn which methods it lacks.
    "authentication_required",
    "not_authenticated",
    "permission_denied",
  ],
  uses: ["table:read"],
});
