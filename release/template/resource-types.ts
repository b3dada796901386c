import { policyDocument } from "./policy-document.ts";
import { isObject, type TemplateObject, type TemplateValue } from "./template-value.ts";

/**
 * Where an input of Pulumi goes: a property of the same value, one whose own properties are named in turn,
 * properties that are computed, or nowhere.
 */
type Target = string | readonly [name: string, inner: Targets] | ((value: never) => TemplateObject) | null;

interface Targets {
  readonly [input: string]: Target;
}

interface ResourceType {
  readonly type: string;
  readonly properties: Targets;
  /** The properties of the name that AWS demands, and Pulumi makes by itself. */
  readonly named?: (name: string) => TemplateObject;
  /** Where all others are, if they are not at the top. */
  readonly within?: string;
}

const listOf =
  (name: string, items = "items") =>
  (value: Readonly<Record<string, TemplateValue>>): TemplateObject => {
    const { [items]: listed = [], ...others } = value;
    if (Object.keys(others).length > 0) throw new Error(`${name} has ${Object.keys(others).join(", ")}`);
    return { [name]: listed };
  };

const itemsOf = (name: string): Target => [name, { items: "Items" }];

const cookies: Target = ["CookiesConfig", { cookieBehavior: "CookieBehavior", cookies: listOf("Cookies") }];
const headers: Target = ["HeadersConfig", { headerBehavior: "HeaderBehavior", headers: listOf("Headers") }];
const queries: Target = [
  "QueryStringsConfig",
  { queryStringBehavior: "QueryStringBehavior", queryStrings: listOf("QueryStrings") },
];

const throttles: Targets = {
  throttlingBurstLimit: "ThrottlingBurstLimit",
  throttlingRateLimit: "ThrottlingRateLimit",
};

const behaviour: Targets = {
  allowedMethods: "AllowedMethods",
  cachePolicyId: "CachePolicyId",
  cachedMethods: "CachedMethods",
  compress: "Compress",
  functionAssociations: ["FunctionAssociations", { eventType: "EventType", functionArn: "FunctionARN" }],
  originRequestPolicyId: "OriginRequestPolicyId",
  pathPattern: "PathPattern",
  responseHeadersPolicyId: "ResponseHeadersPolicyId",
  targetOriginId: "TargetOriginId",
  trustedKeyGroups: "TrustedKeyGroups",
  viewerProtocolPolicy: "ViewerProtocolPolicy",
};

/** Strict transport security and what else protects browsers. */
const securityHeaders: Targets = {
  contentSecurityPolicy: [
    "ContentSecurityPolicy",
    { contentSecurityPolicy: "ContentSecurityPolicy", override: "Override" },
  ],
  contentTypeOptions: ["ContentTypeOptions", { override: "Override" }],
  frameOptions: ["FrameOptions", { frameOption: "FrameOption", override: "Override" }],
  referrerPolicy: ["ReferrerPolicy", { referrerPolicy: "ReferrerPolicy", override: "Override" }],
  strictTransportSecurity: [
    "StrictTransportSecurity",
    {
      accessControlMaxAgeSec: "AccessControlMaxAgeSec",
      includeSubdomains: "IncludeSubdomains",
      override: "Override",
    },
  ],
};

/** By Pulumi's type. What is not here ends the generation. */
const resourceTypes: Readonly<Record<string, ResourceType>> = {
  "aws:apigatewayv2/api:Api": {
    type: "AWS::ApiGatewayV2::Api",
    properties: { corsConfiguration: nothing, name: "Name", protocolType: "ProtocolType" },
  },
  "aws:apigatewayv2/integration:Integration": {
    type: "AWS::ApiGatewayV2::Integration",
    properties: {
      apiId: "ApiId",
      integrationType: "IntegrationType",
      integrationUri: "IntegrationUri",
      payloadFormatVersion: "PayloadFormatVersion",
    },
  },
  "aws:apigatewayv2/route:Route": {
    type: "AWS::ApiGatewayV2::Route",
    properties: {
      apiId: "ApiId",
      authorizationType: "AuthorizationType",
      routeKey: "RouteKey",
      target: "Target",
    },
  },
  "aws:apigatewayv2/stage:Stage": {
    type: "AWS::ApiGatewayV2::Stage",
    properties: {
      accessLogSettings: ["AccessLogSettings", { destinationArn: "DestinationArn", format: "Format" }],
      apiId: "ApiId",
      autoDeploy: "AutoDeploy",
      defaultRouteSettings: ["DefaultRouteSettings", throttles],
      name: "StageName",
      routeSettings: (settings: readonly Readonly<Record<string, TemplateValue>>[]) => ({
        RouteSettings: Object.fromEntries(
          settings.map(({ routeKey, ...others }) => [
            String(routeKey),
            renamed(others, throttles, "routeSettings"),
          ]),
        ),
      }),
    },
  },
  "aws:budgets/budget:Budget": {
    type: "AWS::Budgets::Budget",
    properties: {
      budgetType: (BudgetType: string) => ({ "Budget.BudgetType": BudgetType }),
      limitAmount: (Amount: string) => ({ "Budget.BudgetLimit.Amount": Amount }),
      limitUnit: (Unit: string) => ({ "Budget.BudgetLimit.Unit": Unit }),
      timeUnit: (TimeUnit: string) => ({ "Budget.TimeUnit": TimeUnit }),
      notifications: (all: readonly Readonly<Record<string, TemplateValue>>[]) => ({
        NotificationsWithSubscribers: all.map(({ subscriberEmailAddresses: addresses, ...notification }) => ({
          Notification: renamed(
            notification,
            {
              comparisonOperator: "ComparisonOperator",
              notificationType: "NotificationType",
              threshold: "Threshold",
              thresholdType: "ThresholdType",
            },
            "notifications",
          ),
          Subscribers: (addresses as readonly string[]).map((Address) => ({
            SubscriptionType: "EMAIL",
            Address,
          })),
        })),
      }),
    },
  },
  "aws:cloudfront/cachePolicy:CachePolicy": {
    type: "AWS::CloudFront::CachePolicy",
    within: "CachePolicyConfig",
    named: (Name) => ({ Name }),
    properties: {
      defaultTtl: "DefaultTTL",
      maxTtl: "MaxTTL",
      minTtl: "MinTTL",
      parametersInCacheKeyAndForwardedToOrigin: [
        "ParametersInCacheKeyAndForwardedToOrigin",
        {
          cookiesConfig: cookies,
          enableAcceptEncodingBrotli: "EnableAcceptEncodingBrotli",
          enableAcceptEncodingGzip: "EnableAcceptEncodingGzip",
          headersConfig: headers,
          queryStringsConfig: queries,
        },
      ],
    },
  },
  "aws:cloudfront/distribution:Distribution": {
    type: "AWS::CloudFront::Distribution",
    within: "DistributionConfig",
    properties: {
      aliases: "Aliases",
      customErrorResponses: [
        "CustomErrorResponses",
        { errorCachingMinTtl: "ErrorCachingMinTTL", errorCode: "ErrorCode" },
      ],
      defaultCacheBehavior: ["DefaultCacheBehavior", behaviour],
      enabled: "Enabled",
      httpVersion: "HttpVersion",
      isIpv6Enabled: "IPV6Enabled",
      orderedCacheBehaviors: ["CacheBehaviors", behaviour],
      origins: (all: readonly TemplateObject[]) => ({
        Origins: all.map((origin) => renamed(withAccess(origin), origins, "origins")),
      }),
      restrictions: [
        "Restrictions",
        { geoRestriction: ["GeoRestriction", { restrictionType: "RestrictionType" }] },
      ],
      viewerCertificate: [
        "ViewerCertificate",
        {
          acmCertificateArn: "AcmCertificateArn",
          cloudfrontDefaultCertificate: "CloudFrontDefaultCertificate",
          minimumProtocolVersion: "MinimumProtocolVersion",
          sslSupportMethod: "SslSupportMethod",
        },
      ],
      // CloudFormation always waits.
      waitForDeployment: null,
      webAclId: "WebACLId",
    },
  },
  "aws:cloudfront/function:Function": {
    type: "AWS::CloudFront::Function",
    named: (Name) => ({ Name, AutoPublish: true, "FunctionConfig.Comment": "" }),
    properties: {
      code: "FunctionCode",
      comment: (Comment: string) => ({ "FunctionConfig.Comment": Comment }),
      runtime: (Runtime: string) => ({ "FunctionConfig.Runtime": Runtime }),
    },
  },
  "aws:cloudfront/keyGroup:KeyGroup": {
    type: "AWS::CloudFront::KeyGroup",
    within: "KeyGroupConfig",
    named: (Name) => ({ Name }),
    // The custom resource knows whether there is a key before this one, which is still accepted.
    properties: {
      items: () => ({ Items: { "Fn::Split": [",", { "Fn::GetAtt": ["SigningKeys", "KeyIds"] }] } }),
    },
  },
  "aws:cloudfront/originAccessControl:OriginAccessControl": {
    type: "AWS::CloudFront::OriginAccessControl",
    within: "OriginAccessControlConfig",
    named: (Name) => ({ Name }),
    properties: {
      originAccessControlOriginType: "OriginAccessControlOriginType",
      signingBehavior: "SigningBehavior",
      signingProtocol: "SigningProtocol",
    },
  },
  "aws:cloudfront/originRequestPolicy:OriginRequestPolicy": {
    type: "AWS::CloudFront::OriginRequestPolicy",
    within: "OriginRequestPolicyConfig",
    named: (Name) => ({ Name }),
    properties: { cookiesConfig: cookies, headersConfig: headers, queryStringsConfig: queries },
  },
  "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy": {
    type: "AWS::CloudFront::ResponseHeadersPolicy",
    within: "ResponseHeadersPolicyConfig",
    named: (Name) => ({ Name }),
    properties: {
      corsConfig: [
        "CorsConfig",
        {
          accessControlAllowCredentials: "AccessControlAllowCredentials",
          accessControlAllowHeaders: itemsOf("AccessControlAllowHeaders"),
          accessControlAllowMethods: itemsOf("AccessControlAllowMethods"),
          accessControlAllowOrigins: itemsOf("AccessControlAllowOrigins"),
          originOverride: "OriginOverride",
        },
      ],
      customHeadersConfig: [
        "CustomHeadersConfig",
        { items: ["Items", { header: "Header", override: "Override", value: "Value" }] },
      ],
      securityHeadersConfig: ["SecurityHeadersConfig", securityHeaders],
    },
  },
  "aws:cloudwatch/dashboard:Dashboard": {
    type: "AWS::CloudWatch::Dashboard",
    properties: { dashboardBody: "DashboardBody", dashboardName: "DashboardName" },
  },
  "aws:cloudwatch/logGroup:LogGroup": {
    type: "AWS::Logs::LogGroup",
    properties: { name: "LogGroupName", retentionInDays: "RetentionInDays" },
  },
  "aws:cloudwatch/logMetricFilter:LogMetricFilter": {
    type: "AWS::Logs::MetricFilter",
    properties: {
      logGroupName: "LogGroupName",
      metricTransformation: (one: TemplateObject) => ({
        MetricTransformations: [
          renamed(
            one,
            { name: "MetricName", namespace: "MetricNamespace", unit: "Unit", value: "MetricValue" },
            "metricTransformation",
          ),
        ],
      }),
      pattern: "FilterPattern",
    },
  },
  "aws:cloudwatch/metricAlarm:MetricAlarm": {
    type: "AWS::CloudWatch::Alarm",
    named: (AlarmName) => ({ AlarmName }),
    properties: {
      alarmActions: "AlarmActions",
      alarmDescription: "AlarmDescription",
      comparisonOperator: "ComparisonOperator",
      dimensions: (all: Readonly<Record<string, string>>) => ({
        Dimensions: Object.entries(all).map(([Name, Value]) => ({ Name, Value })),
      }),
      evaluateLowSampleCountPercentiles: "EvaluateLowSampleCountPercentile",
      evaluationPeriods: "EvaluationPeriods",
      extendedStatistic: "ExtendedStatistic",
      metricName: "MetricName",
      namespace: "Namespace",
      period: "Period",
      statistic: "Statistic",
      threshold: "Threshold",
      treatMissingData: "TreatMissingData",
    },
  },
  "aws:cloudwatch/queryDefinition:QueryDefinition": {
    type: "AWS::Logs::QueryDefinition",
    properties: { logGroupNames: "LogGroupNames", name: "Name", queryString: "QueryString" },
  },
  "aws:dynamodb/table:Table": {
    type: "AWS::DynamoDB::Table",
    properties: {
      attributes: ["AttributeDefinitions", { name: "AttributeName", type: "AttributeType" }],
      billingMode: "BillingMode",
      deletionProtectionEnabled: "DeletionProtectionEnabled",
      globalSecondaryIndexes: nothing,
      hashKey: (AttributeName: string) => ({ "KeySchema.0": { AttributeName, KeyType: "HASH" } }),
      localSecondaryIndexes: nothing,
      // CloudFormation makes one: a table that remains after its stack would keep another from being made.
      name: null,
      pointInTimeRecovery: ["PointInTimeRecoverySpecification", { enabled: "PointInTimeRecoveryEnabled" }],
      rangeKey: (AttributeName: string) => ({ "KeySchema.1": { AttributeName, KeyType: "RANGE" } }),
      // A stream is there if it has a view.
      streamEnabled: null,
      streamViewType: (StreamViewType: string) => ({ StreamSpecification: { StreamViewType } }),
      ttl: ["TimeToLiveSpecification", { attributeName: "AttributeName", enabled: "Enabled" }],
    },
  },
  "aws:iam/role:Role": {
    type: "AWS::IAM::Role",
    properties: {
      assumeRolePolicy: "AssumeRolePolicyDocument",
      description: "Description",
      inlinePolicies: (all: readonly { readonly name: string; readonly policy: string }[]) => ({
        Policies: all.map(({ name, policy }) => ({
          PolicyName: name,
          PolicyDocument: policyDocument(policy),
        })),
      }),
      managedPolicyArns: "ManagedPolicyArns",
      name: "RoleName",
      permissionsBoundary: "PermissionsBoundary",
    },
  },
  "aws:lambda/alias:Alias": {
    type: "AWS::Lambda::Alias",
    properties: {
      // All aliases have one description; the resource that notes the release knows it.
      description: () => ({ Description: { "Fn::GetAtt": ["ReleaseRecord", "Description"] } }),
      functionName: "FunctionName",
      functionVersion: "FunctionVersion",
      name: "Name",
    },
  },
  "aws:lambda/eventSourceMapping:EventSourceMapping": {
    type: "AWS::Lambda::EventSourceMapping",
    properties: {
      batchSize: "BatchSize",
      eventSourceArn: "EventSourceArn",
      filterCriteria: ["FilterCriteria", { filters: ["Filters", { pattern: "Pattern" }] }],
      functionName: "FunctionName",
      maximumBatchingWindowInSeconds: "MaximumBatchingWindowInSeconds",
      maximumRetryAttempts: "MaximumRetryAttempts",
      startingPosition: "StartingPosition",
    },
  },
  "aws:lambda/function:Function": {
    type: "AWS::Lambda::Function",
    properties: {
      architectures: "Architectures",
      description: "Description",
      environment: (environment: { readonly variables: Readonly<Record<string, string>> }) => ({
        Environment: { Variables: environment.variables },
      }),
      ephemeralStorage: ["EphemeralStorage", { size: "Size" }],
      handler: "Handler",
      layers: "Layers",
      loggingConfig: ["LoggingConfig", { logFormat: "LogFormat", logGroup: "LogGroup" }],
      memorySize: "MemorySize",
      name: "FunctionName",
      packageType: "PackageType",
      // Versions are resources of their own.
      publish: null,
      reservedConcurrentExecutions: "ReservedConcurrentExecutions",
      role: "Role",
      runtime: "Runtime",
      // The template's own bundles, which are put in later.
      s3Bucket: null,
      s3Key: null,
      timeout: "Timeout",
    },
  },
  "aws:lambda/layerVersion:LayerVersion": {
    type: "AWS::Lambda::LayerVersion",
    properties: {
      code: (code: { readonly path: string }) => ({
        Content: {
          S3Bucket: { Ref: "ArtefactBucket" },
          S3Key: { "Fn::Sub": `\${ArtefactPrefix}layers/${code.path.split("/").at(-1)}` },
        },
      }),
      compatibleArchitectures: "CompatibleArchitectures",
      layerName: "LayerName",
      licenseInfo: "LicenseInfo",
    },
  },
  "aws:lambda/permission:Permission": {
    type: "AWS::Lambda::Permission",
    properties: {
      action: "Action",
      function: (arn: string) => ({ FunctionName: `${arn}:live` }),
      principal: "Principal",
      qualifier: (name: string) => {
        if (name !== "live") throw new Error(`A permission is for ${name}, and not for live.`);
        return {};
      },
      sourceArn: "SourceArn",
    },
  },
  "aws:s3/bucket:Bucket": {
    type: "AWS::S3::Bucket",
    // A name of the template's would be taken everywhere as soon as one site has it.
    properties: { bucket: null, forceDestroy: null },
  },
  "aws:s3/bucketPolicy:BucketPolicy": {
    type: "AWS::S3::BucketPolicy",
    properties: {
      bucket: "Bucket",
      policy: (json: string) => ({ PolicyDocument: policyDocument(json) }),
    },
  },
  "aws:scheduler/schedule:Schedule": {
    type: "AWS::Scheduler::Schedule",
    properties: {
      flexibleTimeWindow: ["FlexibleTimeWindow", { mode: "Mode" }],
      name: "Name",
      scheduleExpression: "ScheduleExpression",
      state: "State",
      target: [
        "Target",
        {
          arn: "Arn",
          input: "Input",
          retryPolicy: ["RetryPolicy", { maximumRetryAttempts: "MaximumRetryAttempts" }],
          roleArn: "RoleArn",
        },
      ],
    },
  },
  "aws:sns/topic:Topic": { type: "AWS::SNS::Topic", properties: {} },
  "aws:sns/topicSubscription:TopicSubscription": {
    type: "AWS::SNS::Subscription",
    properties: { endpoint: "Endpoint", protocol: "Protocol", topic: "TopicArn" },
  },
  "aws:ssm/parameter:Parameter": {
    type: "AWS::SSM::Parameter",
    properties: { description: "Description", name: "Name", type: "Type", value: "Value" },
  },
};

/** What a bucket has as resources of their own in Pulumi. */
const bucketTypes: Readonly<Record<string, Targets>> = {
  "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration": {
    bucket: null,
    corsRules: (rules: readonly TemplateObject[]) => ({
      CorsConfiguration: {
        CorsRules: rules.map((rule) =>
          renamed(
            rule,
            {
              allowedHeaders: "AllowedHeaders",
              allowedMethods: "AllowedMethods",
              allowedOrigins: "AllowedOrigins",
              exposeHeaders: "ExposedHeaders",
              maxAgeSeconds: "MaxAge",
            },
            "corsRules",
          ),
        ),
      },
    }),
  },
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": {
    bucket: null,
    rules: (rules: readonly TemplateObject[]) => ({
      LifecycleConfiguration: {
        Rules: rules.map((rule) =>
          renamed(
            rule,
            {
              abortIncompleteMultipartUpload: [
                "AbortIncompleteMultipartUpload",
                { daysAfterInitiation: "DaysAfterInitiation" },
              ],
              expiration: (expiration: TemplateObject) =>
                renamed(
                  expiration,
                  { days: "ExpirationInDays", expiredObjectDeleteMarker: "ExpiredObjectDeleteMarker" },
                  "expiration",
                ),
              // An empty one is every file.
              filter: ({ prefix }: TemplateObject) => (prefix === "" ? {} : { Prefix: prefix! }),
              id: "Id",
              noncurrentVersionExpiration: [
                "NoncurrentVersionExpiration",
                { noncurrentDays: "NoncurrentDays" },
              ],
              status: "Status",
            },
            "rules",
          ),
        ),
      },
    }),
  },
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": {
    bucket: null,
    blockPublicAcls: (value: boolean) => ({ "PublicAccessBlockConfiguration.BlockPublicAcls": value }),
    blockPublicPolicy: (value: boolean) => ({ "PublicAccessBlockConfiguration.BlockPublicPolicy": value }),
    ignorePublicAcls: (value: boolean) => ({ "PublicAccessBlockConfiguration.IgnorePublicAcls": value }),
    restrictPublicBuckets: (value: boolean) => ({
      "PublicAccessBlockConfiguration.RestrictPublicBuckets": value,
    }),
  },
  "aws:s3/bucketVersioning:BucketVersioning": {
    bucket: null,
    versioningConfiguration: ["VersioningConfiguration", { status: "Status" }],
  },
};

const origins: Targets = {
  customHeaders: (all: readonly TemplateObject[]) => ({
    OriginCustomHeaders: all.map((each) =>
      renamed(each, { name: "HeaderName", value: "HeaderValue" }, "customHeaders"),
    ),
  }),
  customOriginConfig: [
    "CustomOriginConfig",
    {
      httpPort: "HTTPPort",
      httpsPort: "HTTPSPort",
      originProtocolPolicy: "OriginProtocolPolicy",
      originSslProtocols: "OriginSSLProtocols",
    },
  ],
  domainName: "DomainName",
  originAccessControlId: "OriginAccessControlId",
  originId: "Id",
  s3OriginConfig: "S3OriginConfig",
};

/** An origin with access control is a bucket, which CloudFormation wants to be told. */
const withAccess = (origin: TemplateObject): TemplateObject =>
  "originAccessControlId" in origin ? { ...origin, s3OriginConfig: { OriginAccessIdentity: "" } } : origin;

function nothing(value: TemplateValue): TemplateObject {
  if (Object.keys(value).length > 0) throw new Error(`${JSON.stringify(value)} is not nothing`);
  return {};
}

/** Values that Pulumi keeps as a secret are in an object with this key. */
const secretKey = "4dabf18193072939515e22adb298388d";

const revealed = (value: TemplateValue): TemplateValue =>
  isObject(value) && secretKey in value ? value.value! : value;

/** Throws for an input that has no target. */
const renamed = (inputs: TemplateObject, targets: Targets, place: string): Record<string, TemplateValue> => {
  const properties: Record<string, TemplateValue> = {};
  for (const [input, given] of Object.entries(inputs)) {
    const target = targets[input];
    if (target === undefined) throw new Error(`${place}.${input} has no property in the template.`);
    const value = revealed(given);
    if (target === null) continue;
    if (typeof target === "string") properties[target] = value;
    else if (typeof target === "function") Object.assign(properties, target(value as never));
    else properties[target[0]] = innerOf(value, target[1], `${place}.${input}`);
  }
  return properties;
};

const innerOf = (value: TemplateValue, targets: Targets, place: string): TemplateValue => {
  if (Array.isArray(value)) return value.map((each) => innerOf(each, targets, place));
  if (!isObject(value)) throw new Error(`${place} is no object.`);
  return unfolded(renamed(value, targets, place));
};

/** Puts `Budget.TimeUnit` into an object `Budget`, and `KeySchema.0` into a list. */
const unfolded = (properties: Readonly<Record<string, TemplateValue>>): TemplateObject => {
  const whole: Record<string, TemplateValue> = {};
  const parts: Record<string, Record<string, TemplateValue>> = {};
  for (const [key, value] of Object.entries(properties)) {
    const [first = "", ...rest] = key.split(".");
    if (rest.length === 0) whole[first] = value;
    else parts[first] = { ...parts[first], [rest.join(".")]: value };
  }
  for (const [key, inner] of Object.entries(parts))
    whole[key] = "0" in inner ? Object.values(inner) : unfolded(inner);
  return whole;
};

/** The type and properties of a resource. `name` is what it is called where AWS demands one. */
export const convertedResource = (type: string, inputs: TemplateObject, name: string, place: string) => {
  const known = resourceTypes[type];
  if (!known) throw new Error(`${place} is of the type ${type}, which the template does not know.`);
  const own = unfolded({ ...known.named?.(name), ...renamed(inputs, known.properties, place) });
  return { Type: known.type, Properties: known.within ? { [known.within]: own } : own };
};

/** What a resource says of the bucket that it belongs to; undefined if it is a resource of its own. */
export const propertiesOfBucket = (
  type: string,
  inputs: TemplateObject,
  place: string,
): TemplateObject | undefined => {
  const known = bucketTypes[type];
  return known && unfolded(renamed(inputs, known, place));
};
