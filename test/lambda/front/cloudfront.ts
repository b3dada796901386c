import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { localCredentials } from "#lib/settings/aws.ts";
import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { runCloudFrontFunction } from "#test/deploy/cloudfront-function.ts";
import { fitsWildcards } from "#test/support/wildcards.ts";
import type { Certificate } from "../aws/certificate.ts";
import { forward } from "../aws/forward.ts";
import type { FilesBehind } from "../aws/options.ts";
import { isAllowed } from "../aws/policies.ts";
import { signedForStore } from "../aws/signature.ts";
import { nameIn, resourceInputs, resourcesOf, type Statement } from "../deployed.ts";
import type { AnswerApi } from "./api-gateway.ts";
import { headersPolicy } from "./headers-policy.ts";
import { isSignedAddress } from "./signed-address.ts";

export interface CloudFrontOptions {
  readonly deployment: Deployment;
  /** Sends a request to the API with this address. */
  readonly answerApi: (domainName: string, ...given: Parameters<AnswerApi>) => Promise<void>;
  readonly files: FilesBehind;
  readonly certificate: Certificate;
}

/**
 * CloudFront in front of the API and the bucket: the distribution's behaviours, its functions, its policies.
 * It keeps nothing.
 */
export const startCloudFront = async (options: CloudFrontOptions) => {
  let distribution = new Distribution(options);
  const { key, certificate } = options.certificate;
  const server = createServer({ key, cert: certificate }, (request, response) => {
    distribution.answer(request, response).catch((error: Error) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end(`CloudFront's stand-in: ${error.stack}`);
    });
  });
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  /** Does what another deployment says of the distribution. */
  const change = (deployment: Deployment) => {
    distribution = new Distribution({ ...options, deployment });
  };
  return { url, change, stop };
};

interface Behaviour {
  readonly pathPattern?: string;
  readonly targetOriginId: string;
  readonly allowedMethods: readonly string[];
  readonly trustedKeyGroups?: readonly string[];
  readonly functionAssociations?: readonly { readonly eventType: string; readonly functionArn: string }[];
  readonly originRequestPolicyId?: string;
  readonly responseHeadersPolicyId?: string;
}

interface Origin {
  readonly originId: string;
  readonly domainName: string;
  readonly customHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** What a function of CloudFront gets and gives. */
interface ViewerRequest {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, { readonly value: string }>>;
}

/** What a function of CloudFront gives in place of a request. */
interface FunctionAnswer {
  readonly statusCode: number;
  readonly headers?: ViewerRequest["headers"];
  readonly body?: { readonly data: string };
}

const isAnswer = (outcome: ViewerRequest | FunctionAnswer): outcome is FunctionAnswer =>
  "statusCode" in outcome;

const answerOfFunction = ({ statusCode, headers = {}, body }: FunctionAnswer, response: ServerResponse) => {
  const sent = Object.entries(headers).map(([name, { value }]) => [name, value]);
  response.writeHead(statusCode, Object.fromEntries(sent)).end(body?.data);
};

class Distribution {
  readonly #options: CloudFrontOptions;
  readonly #behaviours: readonly Behaviour[];
  readonly #origins: readonly Origin[];

  constructor(options: CloudFrontOptions) {
    this.#options = options;
    const inputs = resourceInputs(options.deployment, "aws:cloudfront/distribution:Distribution");
    this.#behaviours = [...inputs.orderedCacheBehaviors, inputs.defaultCacheBehavior];
    this.#origins = inputs.origins;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = "", url = "", headers } = request;
    const [path = "", query] = url.split("?");
    const behaviour = this.#behaviours.find(({ pathPattern = "*" }) => fitsWildcards(pathPattern, path))!;
    this.#addHeaders(behaviour, response);
    const isRead = method === "GET" || method === "HEAD";
    const address = `https://${headers.host}${url}`;
    if (
      !behaviour.allowedMethods.includes(method) ||
      (isRead && body.length > 0) ||
      !this.#isTrusted(behaviour, address)
    ) {
      response.writeHead(403, { "content-type": "text/html" }).end("<H1>403 ERROR</H1>");
      return;
    }
    const { seen, originId = behaviour.targetOriginId } = this.#afterFunctions(behaviour, request);
    if (isAnswer(seen)) return answerOfFunction(seen, response);
    const target = `${seen.uri}${query === undefined ? "" : `?${query}`}`;
    if (originId === "bucket") return this.#fromBucket(request, response, target);
    const sent = {
      method,
      url: target,
      headers: this.#headersForApi(behaviour, originId, request, seen),
      body,
    };
    const { domainName } = this.#origins.find((origin) => origin.originId === originId)!;
    await this.#options.answerApi(domainName, sent, response);
  }

  #isTrusted({ trustedKeyGroups = [] }: Behaviour, address: string): boolean {
    if (trustedKeyGroups.length === 0) return true;
    const { deployment } = this.#options;
    const keys = resourcesOf(deployment, "aws:cloudfront/publicKey:PublicKey");
    return keys.some(({ inputs }) => isSignedAddress(address, inputs.encodedKey));
  }

  #afterFunctions(
    { functionAssociations = [] }: Behaviour,
    request: IncomingMessage,
  ): { readonly seen: ViewerRequest | FunctionAnswer; readonly originId?: string | undefined } {
    const entries = Object.entries(request.headers).filter(([name]) => name !== "cookie");
    const headers = Object.fromEntries(entries.map(([name, value]) => [name, { value: String(value) }]));
    const [path = "", query = ""] = request.url!.split("?");
    const given = {
      querystring: valuesOf(query.split("&")),
      cookies: valuesOf(cookiesOf(request)),
    };
    let seen: ViewerRequest = { method: request.method!, uri: path, headers };
    for (const code of this.#functions(functionAssociations, "viewer-request")) {
      const event = {
        version: "1.0",
        context: { eventType: "viewer-request" },
        viewer: { ip: request.socket.remoteAddress },
        request: { ...seen, ...given },
      };
      const { outcome, originId } = runCloudFrontFunction(code, event);
      if (isAnswer(outcome) || originId !== undefined) return { seen: outcome, originId };
      seen = outcome;
    }
    return { seen };
  }

  /** Adds the headers of the behaviour's policy, and what its functions make of the answer's. */
  #addHeaders(behaviour: Behaviour, response: ServerResponse): void {
    const { deployment } = this.#options;
    const { responseHeadersPolicyId, functionAssociations } = behaviour;
    if (responseHeadersPolicyId) addToAnswer(response, headersPolicy(deployment, responseHeadersPolicyId));
    for (const code of this.#functions(functionAssociations, "viewer-response"))
      addToAnswer(response, (headers) => {
        const given = Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]);
        const { outcome } = runCloudFrontFunction(code, { response: { headers: Object.fromEntries(given) } });
        const made: readonly [string, { readonly value: string }][] = Object.entries(outcome.headers);
        return Object.fromEntries(made.map(([name, { value }]) => [name, value]));
      });
  }

  /** The codes of a behaviour's functions for this event. */
  #functions(associations: Behaviour["functionAssociations"], event: string): readonly string[] {
    const type = "aws:cloudfront/function:Function";
    return (associations ?? [])
      .filter(({ eventType }) => eventType === event)
      .map(({ functionArn }) => resourceInputs(this.#options.deployment, type, nameIn(functionArn)).code);
  }

  #headersForApi(
    { originRequestPolicyId = "" }: Behaviour,
    target: string,
    request: IncomingMessage,
    seen: ViewerRequest,
  ) {
    const type = "aws:cloudfront/originRequestPolicy:OriginRequestPolicy";
    const { cookiesConfig } = resourceInputs(this.#options.deployment, type, nameIn(originRequestPolicyId));
    const headers: Record<string, string> = {};
    for (const [name, { value }] of Object.entries(seen.headers)) if (name !== "host") headers[name] = value;
    const passed = cookiesOf(request).filter((each) =>
      cookiesConfig.cookies.items.includes(each.split("=")[0]),
    );
    if (passed.length > 0) headers.cookie = passed.join("; ");
    const origin = this.#origins.find(({ originId }) => originId === target);
    for (const { name, value } of origin?.customHeaders ?? []) headers[name] = value;
    const encodings = ["br", "gzip"].filter((each) => headers["accept-encoding"]?.includes(each));
    delete headers["accept-encoding"];
    return {
      ...headers,
      ...(encodings.length > 0 && { "accept-encoding": encodings.join(",") }),
      via: "1.1 cloudfront (CloudFront)",
      "x-amz-cf-id": "cloudfront",
      "x-forwarded-for": `${request.socket.remoteAddress}, 130.176.0.1`,
    };
  }

  /** As far as the bucket's policy lets CloudFront read. */
  async #fromBucket(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
    const { deployment, files } = this.#options;
    const [path = "", query = ""] = target.split("?");
    const bucketArn = `arn:aws:s3:::${resourcesOf(deployment, "aws:s3/bucket:Bucket")[0]!.name}`;
    const statements: readonly (Statement & {
      readonly principals: readonly { readonly identifiers: readonly string[] }[];
    })[] = JSON.parse(resourceInputs(deployment, "aws:s3/bucketPolicy:BucketPolicy").policy);
    const ofCloudFront = statements
      .filter(({ principals }) => principals[0]?.identifiers.includes("cloudfront.amazonaws.com"))
      // Their condition is the account of the distribution.
      .map(({ conditions, ...statement }) => statement);
    const asked = { action: "s3:GetObject", resource: `${bucketArn}${decodeURIComponent(path)}` };
    if (!isAllowed(ofCloudFront, asked)) {
      response.writeHead(403, { "content-type": "application/xml" });
      response.end("<Error><Code>AccessDenied</Code></Error>");
      return;
    }
    const deployed = resourcesOf(deployment, "aws:s3/bucketObjectv2:BucketObjectv2").find(
      ({ inputs }) => inputs.contentBase64 !== undefined && `/${inputs.key}` === path,
    );
    if (deployed) return answerDeployed(deployed.inputs, response);
    const passed = ["range", "if-none-match", "if-modified-since"].flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    const kept = query.split("&").filter((pair) => pair.startsWith("response-"));
    const onward = `/${files.bucket()}${path}${kept.length > 0 ? `?${kept.join("&")}` : ""}`;
    const method = request.method!;
    const headers = { ...Object.fromEntries(passed), host: new URL(files.endpoint).host };
    const signed = signedForStore({ method, url: onward, headers }, localCredentials);
    await forward(
      { endpoint: files.endpoint, method, path: onward, headers: signed, body: Buffer.alloc(0) },
      response,
    );
  }
}

/** A file that the deployment has put into the bucket: tests empty that, and do not deploy again. */
const answerDeployed = (
  { contentBase64, contentType, contentEncoding, cacheControl }: Resource["inputs"],
  response: ServerResponse,
): void => {
  response
    .writeHead(200, {
      "content-type": contentType,
      "content-encoding": contentEncoding,
      "cache-control": cacheControl,
    })
    .end(Buffer.from(contentBase64, "base64"));
};

const cookiesOf = ({ headers }: IncomingMessage): readonly string[] =>
  String(headers.cookie ?? "").split(/; */);

/** Pairs of names and values as functions of CloudFront get them. */
const valuesOf = (pairs: readonly string[]) =>
  Object.fromEntries(
    pairs.filter(Boolean).map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name, { value: value.join("=") }];
    }),
  );

const addToAnswer = (
  response: ServerResponse,
  added: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders,
): void => {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) =>
    writeHead(status, added(headers))) as ServerResponse["writeHead"];
};
