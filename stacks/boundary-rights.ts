import {
  buckets,
  distributions,
  filesInBuckets,
  functions,
  inRegion,
  logGroups,
  stages,
  tables,
} from "./deployer-arns.ts";
import { actionsOnFiles, actionsOnItems, type DeployerRight } from "./deployer-rights.ts";

/** The most that functions and schedules of a stage may be allowed, whatever their roles say. */
export const rightsOfFunctions: readonly DeployerRight[] = [
  { actions: actionsOnItems, on: tables },
  {
    actions: ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map(
      (action) => `dynamodb:${action}`,
    ),
    on: tables.map((table) => `${table}/stream/*`),
  },
  // Where answers are shared by caches, a job lets CloudFront forget them.
  { actions: ["cloudfront:CreateInvalidation"], on: distributions },
  { actions: ["lambda:InvokeFunction"], on: functions },
  { actions: ["logs:CreateLogStream", "logs:PutLogEvents"], on: logGroups },
  { actions: ["s3:ListBucket"], on: buckets },
  { actions: actionsOnFiles, on: filesInBuckets },
  { actions: ["ssm:GetParameter"], on: [inRegion("ssm", `parameter/lectern/${stages}/*`)] },
];
