import {
  ApiGatewayV2Client,
  GetStageCommand,
  type RouteSettings,
  UpdateStageCommand,
} from "@aws-sdk/client-apigatewayv2";
import {
  CloudFrontClient,
  type DistributionConfig,
  GetDistributionConfigCommand,
  UpdateDistributionCommand,
} from "@aws-sdk/client-cloudfront";
import {
  DeleteFunctionConcurrencyCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
} from "@aws-sdk/client-lambda";
import { certain } from "#lib/certain.ts";
import { settledInOrder } from "#lib/settled.ts";
import type { PauseSwitch, StagePause } from "./stage-parameters.ts";

type Limits = StagePause["limits"];
type Limit = Limits[string]["all"];
type Functions = StagePause["functions"];

/**
 * The parts of a deployed stage that a pause reads and changes: each function is one request, or two for
 * `call`.
 */
export const stageOfAws = ({ apis, distribution, jobs }: PauseSwitch) => {
  const gateway = new ApiGatewayV2Client();
  const cloudFront = new CloudFrontClient();
  const lambda = new LambdaClient();
  const ofStage = (api: string) => ({ ApiId: api, StageName: "$default" });
  const configOfWeb = async () => {
    const { DistributionConfig: config, ETag } = await cloudFront.send(
      new GetDistributionConfigCommand({ Id: distribution }),
    );
    if (!config) throw new Error(`CloudFront says nothing of the distribution ${distribution}.`);
    return { config, ETag };
  };
  return {
    limits: async (): Promise<Limits> => {
      const ofApis = apis.map(async (api) => {
        const { DefaultRouteSettings, RouteSettings = {} } = await gateway.send(
          new GetStageCommand(ofStage(api)),
        );
        const routes = Object.entries(RouteSettings).map(([key, settings]) => [key, limitIn(settings)]);
        return [api, { all: limitIn(DefaultRouteSettings), routes: Object.fromEntries(routes) }] as const;
      });
      return Object.fromEntries(await Promise.all(ofApis));
    },
    limit: (limits: Limits) =>
      settledInOrder(
        Object.entries(limits).map(([api, { all, routes }]) =>
          gateway.send(
            new UpdateStageCommand({
              ...ofStage(api),
              DefaultRouteSettings: settingsOf(all),
              RouteSettings: Object.fromEntries(
                Object.entries(routes).map(([key, limit]) => [key, settingsOf(limit)]),
              ),
            }),
          ),
        ),
      ),
    functions: async (): Promise<Functions> => functionsIn((await configOfWeb()).config),
    /** Patterns that `functions` does not name keep theirs. */
    call: async (functions: Functions) => {
      const { config, ETag } = await configOfWeb();
      const changed = { Id: distribution, IfMatch: ETag, DistributionConfig: calling(config, functions) };
      await cloudFront.send(new UpdateDistributionCommand(changed));
    },
    stopJobs: () =>
      settledInOrder(
        jobs.map((FunctionName) =>
          lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 })),
        ),
      ),
    startJobs: () =>
      settledInOrder(
        jobs.map((FunctionName) => lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }))),
      ),
  };
};

/** AWS's default limits of an account, if a stage sets none. */
const limitOfAccount: Limit = [10_000, 5_000];

const limitIn = (settings: RouteSettings = {}): Limit => [
  settings.ThrottlingRateLimit ?? limitOfAccount[0],
  settings.ThrottlingBurstLimit ?? limitOfAccount[1],
];

const settingsOf = ([rate, burst]: Limit): RouteSettings => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

/** The pattern of the behaviour for all paths that no other has. */
const otherPaths = "*";

const functionsIn = ({ DefaultCacheBehavior, CacheBehaviors }: DistributionConfig): Functions => {
  const behaviours = [{ PathPattern: otherPaths, ...DefaultCacheBehavior }, ...(CacheBehaviors?.Items ?? [])];
  return Object.fromEntries(
    behaviours.map(({ PathPattern, FunctionAssociations }) => [
      certain(PathPattern),
      (FunctionAssociations?.Items ?? []).map(({ EventType, FunctionARN }) => [
        certain(EventType),
        certain(FunctionARN),
      ]),
    ]),
  );
};

const calling = (config: DistributionConfig, functions: Functions): DistributionConfig => {
  const { DefaultCacheBehavior, CacheBehaviors } = config;
  const changed = <Behaviour extends object>(behaviour: Behaviour, pattern: string): Behaviour => {
    const called = functions[pattern];
    if (!called) return behaviour;
    const Items = called.map(([EventType, FunctionARN]) => ({ EventType, FunctionARN }));
    return { ...behaviour, FunctionAssociations: { Quantity: Items.length, Items } };
  };
  return {
    ...config,
    ...(DefaultCacheBehavior && { DefaultCacheBehavior: changed(DefaultCacheBehavior, otherPaths) }),
    ...(CacheBehaviors?.Items && {
      CacheBehaviors: {
        ...CacheBehaviors,
        Items: CacheBehaviors.Items.map((behaviour) => changed(behaviour, certain(behaviour.PathPattern))),
      },
    }),
  };
};
