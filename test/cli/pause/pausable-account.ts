import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json, text } from "node:stream/consumers";

type Limit = Readonly<Record<string, unknown>>;

/** An account with one stage that can be paused, and what has been asked of it. */
export interface PausableAccount {
  /** By name. */
  readonly parameters: Map<string, string>;
  /** The stage of each API, by the API's id. */
  readonly stages: Map<
    string,
    { defaultRouteSettings?: Limit; routeSettings: Readonly<Record<string, Limit>> }
  >;
  /** The functions that CloudFront calls, by the pattern of paths; `*` for all others. */
  readonly web: Map<string, string | null>;
  /** By the name of the function. */
  readonly concurrency: Map<string, number>;
  /** Such as `PUT /2017-10-31/functions/job/concurrency`. */
  readonly asked: string[];
  /** Requests that are refused, where these match. */
  denied: RegExp | undefined;
}

type Answer = { readonly status?: number; readonly body: unknown; readonly etag?: string };

/** Stands in for AWS: Systems Manager, API Gateway, CloudFront and Lambda, over HTTP as the SDK asks them. */
export const startPausableAccount = async (account: PausableAccount) => {
  let version = 1;
  const answers: readonly (readonly [
    RegExp,
    (request: IncomingMessage, match: string[]) => Promise<Answer>,
  ])[] = [
    [
      /^POST AmazonSSM\.(\w+)$/,
      async (request, [, action = ""]) => parameterAnswer(account, action, request),
    ],
    [
      /^GET \/v2\/apis\/([\w-]+)\/stages\/(?:%24|\$)default$/,
      async (_, [, api = ""]) => ({ body: { stageName: "$default", ...account.stages.get(api) } }),
    ],
    [
      /^PATCH \/v2\/apis\/([\w-]+)\/stages\/(?:%24|\$)default$/,
      async (request, [, api = ""]) => {
        const stage = { ...account.stages.get(api)!, ...((await json(request)) as object) };
        account.stages.set(api, stage);
        return { body: stage };
      },
    ],
    [
      /^GET \/2020-05-31\/distribution\/web-1\/config$/,
      async () => ({ body: configXml(account.web), etag: `E${version}` }),
    ],
    [
      /^PUT \/2020-05-31\/distribution\/web-1\/config$/,
      async (request) => {
        if (request.headers["if-match"] !== `E${version}`) return { status: 412, body: "" };
        const body = await text(request);
        version += 1;
        for (const [pattern, called] of functionsIn(body)) account.web.set(pattern, called);
        return { body: `<Distribution><Id>web-1</Id></Distribution>`, etag: `E${version}` };
      },
    ],
    [
      /^(PUT|DELETE) \/2017-10-31\/functions\/([\w-]+)\/concurrency$/,
      async (request, [, method, name = ""]) => {
        if (method === "DELETE") account.concurrency.delete(name);
        else {
          const { ReservedConcurrentExecutions } = (await json(request)) as Record<string, number>;
          account.concurrency.set(name, ReservedConcurrentExecutions!);
        }
        return { body: {} };
      },
    ],
  ];
  const server = createServer(async (request, response) => {
    const what = `${request.method} ${request.headers["x-amz-target"] ?? request.url}`.replace(/\/$/, "");
    account.asked.push(what);
    const [match, answer] = answers
      .map(([pattern, make]) => [pattern.exec(what), make] as const)
      .find(([found]) => found) ?? [undefined, undefined];
    if (!match || account.denied?.test(what)) {
      const message = `${what} is not allowed`;
      const isXml = what.includes("/2020-05-31/");
      response
        .writeHead(403, { "x-amzn-errortype": "AccessDeniedException" })
        .end(
          isXml
            ? `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`
            : JSON.stringify({ __type: "AccessDeniedException", message }),
        );
      return;
    }
    const { status = 200, body, etag } = await answer(request, [...match]);
    const isXml = typeof body === "string";
    response
      .writeHead(status, { "content-type": isXml ? "text/xml" : "application/json", ...(etag && { etag }) })
      .end(isXml ? body : JSON.stringify(body));
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
};

const parameterAnswer = async (
  { parameters }: PausableAccount,
  action: string,
  request: IncomingMessage,
): Promise<Answer> => {
  const { Name = "", Value = "" } = (await json(request)) as Record<string, string>;
  if (action === "PutParameter") {
    parameters.set(Name, Value);
    return { body: { Version: 1, Tier: "Standard" } };
  }
  const value = parameters.get(Name);
  if (value === undefined) return { status: 400, body: { __type: "ParameterNotFound", message: Name } };
  if (action === "DeleteParameter") parameters.delete(Name);
  return { body: { Parameter: { Name, Value: value, Type: "String" } } };
};

const associationsXml = (called: string | null): string =>
  called === null
    ? "<FunctionAssociations><Quantity>0</Quantity></FunctionAssociations>"
    : `<FunctionAssociations><Quantity>1</Quantity><Items><FunctionAssociation><FunctionARN>${called}</FunctionARN><EventType>viewer-request</EventType></FunctionAssociation></Items></FunctionAssociations>`;

const behaviourXml = (called: string | null): string =>
  `<TargetOriginId>api</TargetOriginId><ViewerProtocolPolicy>https-only</ViewerProtocolPolicy>${associationsXml(called)}`;

const configXml = (web: ReadonlyMap<string, string | null>): string => {
  const ordered = [...web].filter(([pattern]) => pattern !== "*");
  const items = ordered.map(
    ([pattern, called]) =>
      `<CacheBehavior><PathPattern>${pattern}</PathPattern>${behaviourXml(called)}</CacheBehavior>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<DistributionConfig xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">
  <CallerReference>made-once</CallerReference><Comment></Comment><Enabled>true</Enabled>
  <Origins><Quantity>1</Quantity><Items><Origin><Id>api</Id><DomainName>api.example</DomainName></Origin></Items></Origins>
  <DefaultCacheBehavior>${behaviourXml(web.get("*") ?? null)}</DefaultCacheBehavior>
  <CacheBehaviors><Quantity>${items.length}</Quantity><Items>${items.join("")}</Items></CacheBehaviors>
</DistributionConfig>`;
};

const functionsIn = (xml: string): [string, string | null][] => {
  const functionIn = (text: string): string | null => /<FunctionARN>([^<]+)</.exec(text)?.[1] ?? null;
  const behaviours = [...xml.matchAll(/<CacheBehavior>(.*?)<\/CacheBehavior>/gs)].map(
    ([, text = ""]): [string, string | null] => [/<PathPattern>([^<]+)</.exec(text)![1]!, functionIn(text)],
  );
  const [, others = ""] = /<DefaultCacheBehavior>(.*?)<\/DefaultCacheBehavior>/s.exec(xml)!;
  return [["*", functionIn(others)], ...behaviours];
};
