import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { editorToken } from "#bench/corpus/site.ts";
import type { Route } from "#bench/lectern/routes.ts";
import { clock } from "#bench/lectern/tools.ts";
import type { CorpusIds } from "#bench/loading/load-corpus.ts";

/**
 * The first request of a function, by an editor who may do everything: a reading one is answered with what it
 * is for, as far as the corpus has that; a writing one has no body, and is refused once everything before it
 * is done.
 */
export const firstRequestOf = (
  { method, path, params }: Pick<Route, "method" | "path" | "params">,
  { firstPost }: CorpusIds,
): APIGatewayProxyEventV2 => {
  const values = Object.fromEntries(params.map((name) => [name, String(firstPost)]));
  const rawPath = path.replace(/\{(\w+)\+?\}/g, (_, name: string) => values[name] ?? "any");
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: "",
    headers: { host: "lectern.test", authorization: `Bearer ${editorToken}` },
    pathParameters: values,
    requestContext: {
      accountId: "000000000000",
      apiId: "bench",
      domainName: "lectern.test",
      domainPrefix: "lectern",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "" },
      requestId: randomUUID(),
      routeKey: `${method} ${path}`,
      stage: "$default",
      time: "",
      timeEpoch: clock.nowMs(),
    },
    isBase64Encoded: false,
  };
};
