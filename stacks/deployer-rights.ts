import { releasesFolder } from "#lib/store/release-record.ts";
import { keys } from "#lib/store/table.ts";
import { formatAttributes } from "#lib/store/table-format.ts";
import {
  account,
  apis,
  boundaryPolicy,
  buckets,
  distributions,
  everything,
  filesInBuckets,
  functions,
  inRegion,
  layers,
  logGroups,
  partition,
  roles,
  stages,
  tables,
  zone,
} from "./deployer-arns.ts";

/**
 * The rights that `sst deploy` needs for each type of resource that a stage has, without AWS's own
 * administrator policy. `write-deployer.ts` makes a template of them, and a test compares them with what a
 * stage creates: a resource of a type that is not listed here fails the test.
 */
export interface DeployerRight {
  readonly actions: readonly string[];
  readonly on: readonly string[];
  /** Conditions of IAM. Statements with the same resources and conditions become one. */
  readonly where?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  /** Only for stages that may be removed, and filled with content, by the deployer. */
  readonly onlyDisposable?: boolean;
}

const bounded = { StringEquals: { "iam:PermissionsBoundary": boundaryPolicy } };

const apiRights: DeployerRight = {
  actions: ["DELETE", "GET", "PATCH", "POST", "PUT", "TagResource", "UntagResource"].map(
    (method) => `apigateway:${method}`,
  ),
  on: apis,
};

/** Creating, reading, changing and deleting what CloudFront has of a kind. */
const ofCloudFront = (kind: string, ...others: string[]): readonly DeployerRight[] => [
  {
    actions: [
      ...["Create", "Get", "Update", "Delete"].map((verb) => `cloudfront:${verb}${kind}`),
      ...others.map((other) => `cloudfront:${other}`),
    ],
    on: distributions,
  },
];

/** The actions of functions, and of people who fill a stage, on content. */
export const actionsOnItems: readonly string[] = [
  "dynamodb:BatchGetItem",
  "dynamodb:ConditionCheckItem",
  "dynamodb:DeleteItem",
  "dynamodb:GetItem",
  "dynamodb:PutItem",
  "dynamodb:Query",
  "dynamodb:UpdateItem",
];
export const actionsOnFiles: readonly string[] = [
  "s3:AbortMultipartUpload",
  "s3:DeleteObject",
  "s3:GetObject",
  "s3:ListMultipartUploadParts",
  "s3:PutObject",
];

const none: readonly DeployerRight[] = [];

/** The rights by Pulumi's type of the resource. */
export const rightsByType: Readonly<Record<string, readonly DeployerRight[]>> = {
  "aws:acm/certificate:Certificate": [
    {
      actions: [
        "acm:AddTagsToCertificate",
        "acm:DeleteCertificate",
        "acm:DescribeCertificate",
        "acm:ListTagsForCertificate",
        "acm:RequestCertificate",
      ],
      on: [`arn:${partition}:acm:us-east-1:${account}:certificate/*`],
    },
  ],
  // It waits until AWS has seen the record.
  "aws:acm/certificateValidation:CertificateValidation": none,
  "aws:apigateway/apiKey:ApiKey": [apiRights],
  "aws:apigatewayv2/api:Api": [apiRights],
  "aws:apigatewayv2/integration:Integration": [apiRights],
  "aws:apigatewayv2/route:Route": [apiRights],
  // A stage that writes a log of requests lets API Gateway deliver it.
  "aws:apigatewayv2/stage:Stage": [
    apiRights,
    {
      actions: [
        "logs:CreateLogDelivery",
        "logs:DeleteLogDelivery",
        "logs:DescribeResourcePolicies",
        "logs:GetLogDelivery",
        "logs:ListLogDeliveries",
        "logs:PutResourcePolicy",
        "logs:UpdateLogDelivery",
      ],
      on: everything,
    },
    {
      actions: ["iam:CreateServiceLinkedRole"],
      on: [`arn:${partition}:iam::${account}:role/aws-service-role/ops.apigateway.amazonaws.com/*`],
    },
  ],
  "aws:budgets/budget:Budget": [
    {
      actions: ["budgets:ListTagsForResource", "budgets:ModifyBudget", "budgets:ViewBudget"],
      on: [`arn:${partition}:budgets::${account}:budget/*`],
    },
  ],
  "aws:cloudfront/cachePolicy:CachePolicy": ofCloudFront("CachePolicy"),
  "aws:cloudfront/distribution:Distribution": ofCloudFront(
    "Distribution",
    "CreateDistributionWithTags",
    "ListTagsForResource",
    "TagResource",
    "UntagResource",
  ),
  "aws:cloudfront/function:Function": ofCloudFront("Function", "DescribeFunction", "PublishFunction"),
  "aws:cloudfront/keyGroup:KeyGroup": ofCloudFront("KeyGroup"),
  "aws:cloudfront/originAccessControl:OriginAccessControl": ofCloudFront("OriginAccessControl"),
  "aws:cloudfront/originRequestPolicy:OriginRequestPolicy": ofCloudFront("OriginRequestPolicy"),
  "aws:cloudfront/publicKey:PublicKey": ofCloudFront("PublicKey"),
  "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy": ofCloudFront("ResponseHeadersPolicy"),
  "aws:cloudwatch/dashboard:Dashboard": [
    {
      actions: ["cloudwatch:DeleteDashboards", "cloudwatch:GetDashboard", "cloudwatch:PutDashboard"],
      on: [`arn:${partition}:cloudwatch::${account}:dashboard/*`],
    },
  ],
  "aws:cloudwatch/logGroup:LogGroup": [
    {
      actions: [
        "logs:CreateLogGroup",
        "logs:DeleteLogGroup",
        "logs:ListTagsForResource",
        "logs:PutRetentionPolicy",
        "logs:TagResource",
      ],
      on: logGroups,
    },
    { actions: ["logs:DescribeLogGroups"], on: everything },
  ],
  "aws:cloudwatch/logMetricFilter:LogMetricFilter": [
    {
      actions: ["logs:DeleteMetricFilter", "logs:DescribeMetricFilters", "logs:PutMetricFilter"],
      on: logGroups,
    },
  ],
  "aws:cloudwatch/metricAlarm:MetricAlarm": [
    {
      actions: [
        "cloudwatch:DeleteAlarms",
        "cloudwatch:DescribeAlarms",
        "cloudwatch:ListTagsForResource",
        "cloudwatch:PutMetricAlarm",
      ],
      on: [inRegion("cloudwatch", "alarm:*")],
    },
  ],
  "aws:cloudwatch/queryDefinition:QueryDefinition": [
    {
      actions: ["logs:DeleteQueryDefinition", "logs:DescribeQueryDefinitions", "logs:PutQueryDefinition"],
      on: everything,
    },
  ],
  "aws:dynamodb/table:Table": [
    {
      actions: [
        "dynamodb:CreateTable",
        "dynamodb:DescribeContinuousBackups",
        "dynamodb:DescribeTable",
        "dynamodb:DescribeTimeToLive",
        "dynamodb:ListTagsOfResource",
        "dynamodb:TagResource",
        "dynamodb:UpdateContinuousBackups",
        "dynamodb:UpdateTable",
        "dynamodb:UpdateTimeToLive",
      ],
      on: tables,
    },
    {
      actions: ["dynamodb:DeleteTable", ...actionsOnItems],
      on: tables,
      onlyDisposable: true,
    },
  ],
  // A role cannot be made, or be given rights, unless the boundary holds for it.
  "aws:iam/role:Role": [
    {
      actions: [
        "iam:CreateRole",
        "iam:DeleteRolePolicy",
        "iam:PutRolePermissionsBoundary",
        "iam:PutRolePolicy",
      ],
      on: roles,
      where: bounded,
    },
    {
      actions: ["iam:AttachRolePolicy", "iam:DetachRolePolicy"],
      on: roles,
      where: {
        StringEquals: {
          ...bounded.StringEquals,
          "iam:PolicyARN": `arn:${partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole`,
        },
      },
    },
    {
      actions: [
        "iam:DeleteRole",
        "iam:GetRole",
        "iam:GetRolePolicy",
        "iam:ListAttachedRolePolicies",
        "iam:ListInstanceProfilesForRole",
        "iam:ListRolePolicies",
        "iam:TagRole",
        "iam:UpdateAssumeRolePolicy",
        "iam:UpdateRole",
      ],
      on: roles,
    },
    {
      actions: ["iam:PassRole"],
      on: roles,
      where: { StringEquals: { "iam:PassedToService": ["lambda.amazonaws.com", "scheduler.amazonaws.com"] } },
    },
  ],
  "aws:lambda/alias:Alias": [
    {
      actions: ["lambda:CreateAlias", "lambda:DeleteAlias", "lambda:GetAlias", "lambda:UpdateAlias"],
      on: functions,
    },
    // What `lectern rollback` asks besides: the form of the table, and nothing of its content.
    {
      actions: ["dynamodb:GetItem"],
      on: tables,
      where: {
        "ForAllValues:StringEquals": {
          "dynamodb:LeadingKeys": [keys.siteVersion().pk],
          "dynamodb:Attributes": formatAttributes,
        },
        StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
      },
    },
  ],
  "aws:lambda/eventSourceMapping:EventSourceMapping": [
    {
      actions: ["CreateEventSourceMapping", "DeleteEventSourceMapping", "UpdateEventSourceMapping"].map(
        (action) => `lambda:${action}`,
      ),
      on: everything,
      where: { ArnLike: { "lambda:FunctionArn": functions } },
    },
    { actions: ["lambda:GetEventSourceMapping"], on: everything },
    // Lambda asks for these on behalf of the caller.
    { actions: ["dynamodb:DescribeStream"], on: tables.map((table) => `${table}/stream/*`) },
  ],
  "aws:lambda/function:Function": [
    {
      actions: [
        "lambda:CreateFunction",
        "lambda:DeleteFunction",
        "lambda:DeleteFunctionConcurrency",
        "lambda:GetFunction",
        "lambda:GetFunctionCodeSigningConfig",
        "lambda:GetFunctionConfiguration",
        "lambda:ListTags",
        "lambda:ListVersionsByFunction",
        "lambda:PublishVersion",
        "lambda:PutFunctionConcurrency",
        "lambda:TagResource",
        "lambda:UntagResource",
        "lambda:UpdateFunctionCode",
        "lambda:UpdateFunctionConfiguration",
      ],
      on: functions,
    },
  ],
  "aws:lambda/invocation:Invocation": [{ actions: ["lambda:InvokeFunction"], on: functions }],
  "aws:lambda/layerVersion:LayerVersion": [
    {
      actions: ["lambda:DeleteLayerVersion", "lambda:GetLayerVersion", "lambda:PublishLayerVersion"],
      on: layers,
    },
  ],
  "aws:lambda/permission:Permission": [
    { actions: ["lambda:AddPermission", "lambda:GetPolicy", "lambda:RemovePermission"], on: functions },
  ],
  "aws:route53/record:Record": [
    {
      actions: [
        "route53:ChangeResourceRecordSets",
        "route53:GetHostedZone",
        "route53:ListResourceRecordSets",
        "route53:ListTagsForResource",
      ],
      on: zone,
    },
    { actions: ["route53:GetChange", "route53:ListHostedZones"], on: everything },
  ],
  "aws:s3/bucket:Bucket": [
    {
      actions: [
        "s3:CreateBucket",
        "s3:GetAccelerateConfiguration",
        "s3:GetBucket*",
        "s3:GetEncryptionConfiguration",
        "s3:GetLifecycleConfiguration",
        "s3:GetReplicationConfiguration",
        "s3:ListBucket",
        "s3:PutBucketCORS",
        "s3:PutBucketTagging",
      ],
      on: buckets,
    },
    {
      actions: ["s3:DeleteBucket", "s3:ListBucketMultipartUploads", "s3:ListBucketVersions"],
      on: buckets,
      onlyDisposable: true,
    },
    {
      actions: ["s3:DeleteObjectVersion", ...actionsOnFiles],
      on: filesInBuckets,
      onlyDisposable: true,
    },
  ],
  "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration": [
    { actions: ["s3:GetBucket*", "s3:PutBucketCORS"], on: buckets },
  ],
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": [
    { actions: ["s3:GetLifecycleConfiguration", "s3:PutLifecycleConfiguration"], on: buckets },
  ],
  // The code of functions, in a bucket that SST has for all its apps in the region, and notes of releases.
  "aws:s3/bucketObjectv2:BucketObjectv2": [
    {
      actions: ["s3:DeleteObject", "s3:GetObject", "s3:GetObjectTagging", "s3:PutObject"],
      on: [`arn:${partition}:s3:::sst-asset-*/*`, ...buckets.map((bucket) => `${bucket}/${releasesFolder}*`)],
    },
  ],
  "aws:s3/bucketPolicy:BucketPolicy": [
    { actions: ["s3:DeleteBucketPolicy", "s3:GetBucket*", "s3:PutBucketPolicy"], on: buckets },
  ],
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": [
    { actions: ["s3:GetBucket*", "s3:PutBucketPublicAccessBlock"], on: buckets },
  ],
  "aws:s3/bucketVersioning:BucketVersioning": [
    { actions: ["s3:GetBucket*", "s3:PutBucketVersioning"], on: buckets },
  ],
  "aws:scheduler/schedule:Schedule": [
    {
      actions: [
        "scheduler:CreateSchedule",
        "scheduler:DeleteSchedule",
        "scheduler:GetSchedule",
        "scheduler:UpdateSchedule",
      ],
      on: [inRegion("scheduler", `schedule/default/lectern-${stages}-*`)],
    },
  ],
  "aws:sns/topic:Topic": [
    {
      actions: [
        "sns:CreateTopic",
        "sns:DeleteTopic",
        "sns:GetTopicAttributes",
        "sns:ListTagsForResource",
        "sns:SetTopicAttributes",
      ],
      on: [inRegion("sns", "Alarms-*")],
    },
  ],
  "aws:sns/topicSubscription:TopicSubscription": [
    {
      actions: ["sns:GetSubscriptionAttributes", "sns:Subscribe", "sns:Unsubscribe"],
      on: [inRegion("sns", "Alarms-*")],
    },
  ],
  "aws:ssm/parameter:Parameter": [
    {
      actions: [
        "ssm:AddTagsToResource",
        "ssm:DeleteParameter",
        "ssm:GetParameter",
        "ssm:GetParameters",
        "ssm:ListTagsForResource",
        "ssm:PutParameter",
      ],
      on: [inRegion("ssm", `parameter/lectern/${stages}/*`)],
    },
    { actions: ["ssm:DescribeParameters"], on: everything },
  ],
  "aws:wafv2/webAcl:WebAcl": [
    {
      actions: [
        "wafv2:CreateWebACL",
        "wafv2:DeleteWebACL",
        "wafv2:GetWebACL",
        "wafv2:ListTagsForResource",
        "wafv2:TagResource",
        "wafv2:UntagResource",
        "wafv2:UpdateWebACL",
      ],
      on: [`arn:${partition}:wafv2:us-east-1:${account}:global/webacl/Firewall-*`],
    },
  ],
  // SST's own: it waits for CloudFront, and looks for the zone of the domain.
  "pulumi-nodejs:dynamic:Resource": [
    { actions: ["cloudfront:GetDistribution"], on: distributions },
    { actions: ["route53:ListHostedZones"], on: everything },
  ],
  "pulumi:providers:aws": none,
  "pulumi:pulumi:Stack": none,
  "random:index/randomBytes:RandomBytes": none,
};

/** The rights beside those for resources: for SST's state and its buckets, and for what is read before. */
export const rightsOfProgram: readonly DeployerRight[] = [
  {
    actions: ["cloudfront:ListDistributions", "iam:ListRoles", "servicequotas:GetServiceQuota"],
    on: everything,
  },
  // What lectern pause needs besides, which also stops functions.
  { actions: ["cloudfront:GetDistributionConfig"], on: distributions },
  { actions: ["ssm:GetParameter", "ssm:GetParameters"], on: [inRegion("ssm", "parameter/sst/bootstrap")] },
  {
    actions: ["ssm:GetParameter", "ssm:GetParameters", "ssm:PutParameter"],
    on: [stages, "_fallback"].map((stage) => inRegion("ssm", `parameter/sst/passphrase/lectern/${stage}`)),
  },
  {
    actions: ["s3:ListBucket"],
    on: ["asset", "state"].map((kind) => `arn:${partition}:s3:::sst-${kind}-*`),
  },
  {
    actions: ["s3:DeleteObject", "s3:GetObject", "s3:PutObject"],
    on: [`${stages}.json`, `${stages}/*`].map(
      (file) => `arn:${partition}:s3:::sst-state-*/*/lectern/${file}`,
    ),
  },
  { actions: ["s3:GetObject"], on: [`arn:${partition}:s3:::sst-state-*/*/lectern/_fallback.json`] },
];
