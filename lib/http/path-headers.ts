import type { Route } from "#lib/routes/route.ts";
import { privateHeaders } from "./reply.ts";

/** The headers that every answer of a route has, also a refusal. */
export const headersOfRoute = (
  route: Pick<Route, "auth" | "isPrivate" | "method" | "alsoAtPath">,
): Record<string, string> => headersOfPath([route.method, ...route.alsoAtPath], [route]);

/** The same for a path: all its methods, and those of its routes that are known. */
export const headersOfPath = (
  methods: readonly string[],
  there: readonly Pick<Route, "auth" | "isPrivate">[],
): Record<string, string> => ({
  allow: allowHeader(methods),
  ...(there.some(({ auth }) => auth !== "public")
    ? { "cache-control": privateHeaders["cache-control"] }
    : {}),
  ...(there.some(({ isPrivate }) => isPrivate) ? privateHeaders : {}),
});

const inUsualOrder = (methods: readonly string[]): string[] => {
  const reads = methods.filter((method) => method === "GET");
  return [...reads, ...methods.filter((method) => method !== "GET").toSorted()];
};

export const allowHeader = (methods: readonly string[]): string =>
  methods.length === 0
    ? ""
    : [...inUsualOrder(methods), ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
