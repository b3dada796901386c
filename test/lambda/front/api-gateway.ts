import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import type { SignedRequest } from "../aws/signature.ts";
import type { Functions, InvokedAnswer } from "../functions/functions.ts";
import { proxyEventOf } from "./event.ts";
import { matcherOf } from "./routes.ts";

/** The most that API Gateway takes. Source: AWS, "Quotas for configuring and running an HTTP API". */
const bodyBytes = 10 * 1_024 * 1_024;
const headerBytes = 10_240;
/** A second less than AWS waits. */
const integrationMs = 29_000;

export type AnswerApi = (request: SignedRequest, response: ServerResponse) => Promise<void>;

/** An HTTP API of a stage: routes to functions, and answers of its own where there is none. */
export const apiGateway = (
  deployment: Deployment,
  name: string,
  apiHost: string,
  functions: Functions,
): AnswerApi => {
  const match = matcherOf(deployment, `${name}-id`);
  return async (request, response) => {
    const refuse = (status: number, message: string) => {
      const body = JSON.stringify({ message });
      response
        .writeHead(status, { "content-type": "application/json", "content-length": body.length })
        .end(body);
    };
    if (sizeOfHead(request) > headerBytes) return refuse(431, "Request Header Fields Too Large");
    if (request.body.length > bodyBytes) return refuse(413, "Request Entity Too Large");
    const path = decodedPath(request.url);
    if (path === undefined) return refuse(400, "Bad Request");
    const found = match(request.method, path);
    if (!found) return refuse(404, "Not Found");
    const event = proxyEventOf(request, path, found, apiHost);
    const turn = Promise.withResolvers<void>();
    const answered = functions.invoke(found.route.functionName, event, turn.resolve);
    const answer = await Promise.race([answered, turn.promise.then(timeout)]);
    if (answer === "timed out") return refuse(503, "Service Unavailable");
    if (answer.failure === "event too large") return refuse(413, "Request Entity Too Large");
    if (answer.failure === "timed out") return refuse(503, "Service Unavailable");
    if (answer.failure) return refuse(500, "Internal Server Error");
    send(answer, request.method, response);
  };
};

/** Routes are chosen by the decoded path, in which encoded slashes are slashes. */
const decodedPath = (url: string): string | undefined => {
  try {
    return decodeURIComponent(url.split("?")[0]!);
  } catch {
    return undefined;
  }
};

const sizeOfHead = ({ method, url, headers }: SignedRequest): number =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    method.length + url.length,
  );

const timeout = (): Promise<"timed out"> =>
  new Promise((resolve) => {
    setTimeout(resolve, integrationMs, "timed out" as const).unref();
  });

const send = ({ text }: InvokedAnswer, method: string, response: ServerResponse): void => {
  const { statusCode, headers, cookies = [], body = "", isBase64Encoded } = JSON.parse(text);
  const content = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const sent: OutgoingHttpHeaders = { "content-type": "text/plain;charset=UTF-8", ...lowered(headers) };
  if (cookies.length > 0) sent["set-cookie"] = cookies;
  if (method !== "HEAD") sent["content-length"] = content.length;
  response.writeHead(statusCode, sent).end(method === "HEAD" ? undefined : content);
};

const lowered = (headers: Readonly<Record<string, string | number>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
