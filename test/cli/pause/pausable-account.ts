import type { IncomingMessage } from "node:http";
import { json, text } from "node:stream/consumers";
import { type AwsAnswer, parameterAnswer, serveAws } from "#test/support/stand-in-aws.ts";

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

/** Stands in for AWS: Systems Manager, API Gateway, CloudFront and Lambda, over HTTP as the SDK asks them. */
export const startPausableAccount = async (account: PausableAccount) => {
  let version = 1;
  const answers: readonly (readonly [
    RegExp,
    (request: IncomingMessage, match: string[]) => Promise<AwsAnswer>,
  ])[] = [
    [/^POST AmazonSSM\./, (request) => parameterAnswer(account.parameters, request)],
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
  return serveAws(async (request) => {
    const what = `${request.method} ${request.headers["x-amz-target"] ?? request.url}`.replace(/\/$/, "");
    account.asked.push(what);
    for (const [pattern, answer] of answers) {
      const match = pattern.exec(what);
      if (match && !account.denied?.test(what)) return answer(request, [...match]);
    }
    return denial(what);
  });
};

const denial = (what: string): AwsAnswer => {
  const message = `${what} is not allowed`;
  const body = what.includes("/2020-05-31/")
    ? `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`
    : { __type: "AccessDeniedException", message };
  return { status: 403, body };
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
