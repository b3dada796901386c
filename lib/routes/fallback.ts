import { route } from "./route.ts";

/**
 * Answers what no route does: unknown paths (404), methods that a path lacks (405), and OPTIONS. It is API
 * Gateway's `$default` and not in the table. The site's pages would answer GET at its aliases otherwise.
 */
export const fallback = /* @__PURE__ */ route(() => ({
  id: "fallback",
  method: "GET",
  path: "/{proxy+}/",
  aliases: ["/api/{path+}", "/accounts/", "/accounts/{path+}"],
  summary: "answer what no route answers",
  auth: "public",
  envelope: "path",
  hasErrorPages: true,
  errors: [
    "not_found",
    "method_not_allowed",
    // Refuses as the path's routes would, so that strangers do not learn which methods it lacks.
    "authentication_required",
    "not_authenticated",
    "permission_denied",
  ],
  uses: ["table:read"],
}));
