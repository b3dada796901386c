import type { IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { onTestFinished, vi } from "vitest";
import { type AwsAnswer, parameterAnswer, serveAws, standInAccess } from "./stand-in-aws.ts";

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

const missing: AwsAnswer = {
  status: 404,
  body: { __type: "ResourceNotFoundException", message: "not found" },
};

/**
 * Stands in for Lambda's requests about versions and aliases, and for parameters of Systems Manager, for the
 * SDK's clients that are made until the test ends.
 */
export const startAws = async (): Promise<StandInAws> => {
  const aws: StandInAws = { functions: new Map(), parameters: new Map(), asked: [], refused: new Set() };
  const { url, stop } = await serveAws((request) => answer(aws, request));
  onTestFinished(stop);
  const environment = { ...standInAccess, AWS_ENDPOINT_URL_LAMBDA: url, AWS_ENDPOINT_URL_SSM: url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return aws;
};

const answer = async (aws: StandInAws, request: IncomingMessage): Promise<AwsAnswer> => {
  if (request.headers["x-amz-target"]) return parameterAnswer(aws.parameters, request);
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
