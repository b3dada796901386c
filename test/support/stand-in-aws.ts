import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface AwsAnswer {
  readonly status?: number;
  /** XML, or an object for JSON, whose `__type` names a refusal. */
  readonly body?: string | object;
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Stands in for services of AWS over HTTP, as the SDK asks them. */
export const serveAws = async (answerTo: (request: IncomingMessage) => Promise<AwsAnswer>) => {
  const server = createServer(async (request, response) => {
    const { status = 200, body, etag, headers } = await answerTo(request);
    const isXml = typeof body === "string";
    const refusal = !isXml && body && "__type" in body ? String(body.__type) : undefined;
    response.writeHead(status, {
      "content-type": isXml ? "text/xml" : "application/x-amz-json-1.1",
      ...(refusal && { "x-amzn-errortype": refusal }),
      ...(etag && { etag }),
      ...headers,
    });
    response.end(isXml ? body : body && JSON.stringify(body));
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
};

/** Variables with which clients of the SDK ask it, beside that of the endpoint. */
export const standInAccess = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
  AWS_SECRET_ACCESS_KEY: "example",
} as const;

/** What Systems Manager answers about parameters, by name; null for one that the caller may not read. */
export const parameterAnswer = async (
  parameters: Map<string, string | null>,
  request: IncomingMessage,
): Promise<AwsAnswer> => {
  const { Name, Value } = (await json(request)) as { readonly Name: string; readonly Value: string };
  const action = request.headers["x-amz-target"];
  if (action === "AmazonSSM.PutParameter") {
    parameters.set(Name, Value);
    return { body: { Version: 1, Tier: "Standard" } };
  }
  const found = parameters.get(Name);
  if (found === undefined) return { status: 400, body: { __type: "ParameterNotFound", message: Name } };
  if (found === null) return { status: 400, body: { __type: "AccessDeniedException", message: Name } };
  if (action === "AmazonSSM.DeleteParameter") parameters.delete(Name);
  return { body: { Parameter: { Name, Value: found, Type: "String" } } };
};
