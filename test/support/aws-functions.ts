import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";

/** A function of the stand-in: its published versions, and where its alias is. */
export interface StandInFunction {
  readonly versions: Set<string>;
  live: string;
  description?: string;
}

export interface StandInAws {
  readonly functions: Map<string, StandInFunction>;
  readonly parameters: Map<string, string>;
  /** What it was asked, such as `GET alias`. */
  readonly asked: string[];
  /** Requests that it refuses, such as `PUT alias Feeds`. */
  readonly refused: Set<string>;
}

interface Answer {
  readonly status?: number;
  readonly body?: object;
}

const missing: Answer = { status: 404, body: { __type: "ResourceNotFoundException", message: "not found" } };

/**
 * Stands in for Lambda's requests about versions and aliases, and for parameters of Systems Manager, for the
 * SDK's clients that are made until the test ends.
 */
export const startAws = async (): Promise<StandInAws> => {
  const aws: StandInAws = { functions: new Map(), parameters: new Map(), asked: [], refused: new Set() };
  const server = createServer(async (request, response) => {
    const { status = 200, body } = await answer(aws, request);
    const type = body && "__type" in body ? { "x-amzn-errortype": String(body.__type) } : {};
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1", ...type });
    response.end(body && JSON.stringify(body));
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = {
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_SSM: url,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "AKIDEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "example",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return aws;
};

const answer = async (aws: StandInAws, request: IncomingMessage): Promise<Answer> => {
  const target = request.headers["x-amz-target"];
  if (typeof target === "string") return parameter(aws, target, (await json(request)) as Parameter);
  const { pathname, searchParams } = new URL(request.url!, "http://aws.example");
  const [, name = "", rest = ""] = /^\/2015-03-31\/functions\/([^/]+)\/?(.*)$/.exec(pathname)!;
  const kind = rest.split("/")[0] === "aliases" ? "alias" : rest || "function";
  aws.asked.push(`${request.method} ${kind}`);
  const found = aws.functions.get(name);
  if (!found) return missing;
  if (aws.refused.has(`${request.method} ${kind} ${name}`))
    return { status: 403, body: { __type: "AccessDeniedException", message: "not authorized" } };
  const version = searchParams.get("Qualifier") ?? "";
  switch (`${request.method} ${kind}`) {
    case "GET alias":
      return { body: { FunctionVersion: found.live } };
    case "PUT alias": {
      const { FunctionVersion, Description } = (await json(request)) as Record<string, string>;
      if (!found.versions.has(FunctionVersion!)) return missing;
      found.live = FunctionVersion!;
      found.description = Description!;
      return { body: { FunctionVersion } };
    }
    case "GET function":
      return found.versions.has(version) ? { body: { Configuration: { Version: version } } } : missing;
    case "GET versions":
      return { body: { Versions: ["$LATEST", ...found.versions].map((Version) => ({ Version })) } };
    case "DELETE function":
      return found.versions.delete(version) ? { status: 204 } : missing;
    default:
      throw new Error(`${request.method} ${pathname} has no stand-in`);
  }
};

interface Parameter {
  readonly Name: string;
  readonly Value: string;
}

const parameter = ({ parameters }: StandInAws, target: string, { Name, Value }: Parameter): Answer => {
  if (target === "AmazonSSM.PutParameter") {
    parameters.set(Name, Value);
    return { body: { Version: 1 } };
  }
  const found = parameters.get(Name);
  if (found === undefined)
    return { status: 400, body: { __type: "ParameterNotFound", message: "no such parameter" } };
  return { body: { Parameter: { Name, Value: found } } };
};
