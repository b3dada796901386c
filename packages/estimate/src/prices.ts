import { certain } from "./lectern.ts";
export interface Price {
  /** The service, as AWS's bill names it. */
  readonly service: string;
  readonly what: string;
  readonly unit: string;
  /** Dollars for so many units. */
  readonly dollars: number;
  readonly per: number;
  /** Units a month that cost nothing, for as long as the account exists. */
  readonly free: number;
  /** What units above a quantity cost instead, from small to large. Those that are free count, too. */
  readonly tiers?: readonly { readonly above: number; readonly dollars: number }[];
  /** AWS's own name of the price: the offer and the usage type in its price list, or its page. */
  readonly source: string;
  /** The day on which the price was read there. */
  readonly asOf: string;
}

const million = 1_000_000;

/**
 * The only place with prices of AWS: list prices on demand, without offers of the first year. They change:
 * https://aws.amazon.com/pricing/ has today's. CloudFront's are of visitors in the United States. A new price
 * comes with its `asOf`; then `npm run cost`.
 */
export const prices = {
  transfer: {
    service: "CloudFront",
    what: "bytes to visitors",
    unit: "GB",
    dollars: 0.085,
    per: 1,
    free: 1_024,
    tiers: [
      { above: 10 * 1_024, dollars: 0.08 },
      { above: 50 * 1_024, dollars: 0.06 },
      { above: 150 * 1_024, dollars: 0.04 },
      { above: 500 * 1_024, dollars: 0.03 },
      { above: 1_024 * 1_024, dollars: 0.025 },
      { above: 5 * 1_024 * 1_024, dollars: 0.02 },
    ],
    source: "AmazonCloudFront: US-DataTransfer-Out-Bytes",
    asOf: "2026-10-08",
  },
  viewerRequests: {
    service: "CloudFront",
    what: "requests",
    unit: "requests",
    dollars: 1,
    per: million,
    free: 10 * million,
    source: "AmazonCloudFront: US-Requests-Tier2-HTTPS",
    asOf: "2026-10-08",
  },
  viewerFunctions: {
    service: "CloudFront",
    what: "functions at the edge",
    unit: "calls",
    dollars: 0.1,
    per: million,
    free: 2 * million,
    source: "page: aws.amazon.com/cloudfront/pricing",
    asOf: "2026-05-15",
  },
  apiRequests: {
    service: "API Gateway",
    what: "requests",
    unit: "requests",
    dollars: 1,
    per: million,
    free: 0,
    tiers: [{ above: 300 * million, dollars: 0.9 }],
    source: "AmazonApiGateway: USE1-ApiGatewayHttpRequest",
    asOf: "2026-09-11",
  },
  functionCalls: {
    service: "Lambda",
    what: "calls",
    unit: "calls",
    dollars: 0.2,
    per: million,
    free: million,
    source: "AWSLambda: Request-ARM",
    asOf: "2026-09-06",
  },
  functionTime: {
    service: "Lambda",
    what: "memory and time, arm64",
    unit: "GB-seconds",
    dollars: 13.3334,
    per: million,
    free: 400_000,
    source: "AWSLambda: Lambda-GB-Second-ARM",
    asOf: "2026-09-11",
  },
  reads: {
    service: "DynamoDB",
    what: "read units",
    unit: "units",
    dollars: 0.125,
    per: million,
    free: 0,
    source: "AmazonDynamoDB: ReadRequestUnits",
    asOf: "2026-10-04",
  },
  writes: {
    service: "DynamoDB",
    what: "write units",
    unit: "units",
    dollars: 0.625,
    per: million,
    free: 0,
    source: "AmazonDynamoDB: WriteRequestUnits",
    asOf: "2026-10-04",
  },
  items: {
    service: "DynamoDB",
    what: "items",
    unit: "GB",
    dollars: 0.25,
    per: 1,
    free: 25,
    source: "AmazonDynamoDB: TimedStorage-ByteHrs",
    asOf: "2026-10-04",
  },
  itemBackup: {
    service: "DynamoDB",
    what: "backup of 35 days",
    unit: "GB",
    dollars: 0.2,
    per: 1,
    free: 0,
    source: "AmazonDynamoDB: TimedPITRStorage-ByteHrs",
    asOf: "2026-07-26",
  },
  files: {
    service: "S3",
    what: "files",
    unit: "GB",
    dollars: 0.023,
    per: 1,
    free: 0,
    source: "AmazonS3: TimedStorage-ByteHrs",
    asOf: "2026-10-08",
  },
  fileWrites: {
    service: "S3",
    what: "writes",
    unit: "requests",
    dollars: 0.005,
    per: 1_000,
    free: 0,
    source: "AmazonS3: Requests-Tier1",
    asOf: "2026-10-08",
  },
  fileReads: {
    service: "S3",
    what: "reads",
    unit: "requests",
    dollars: 0.0004,
    per: 1_000,
    free: 0,
    source: "AmazonS3: Requests-Tier2",
    asOf: "2026-10-04",
  },
  logs: {
    service: "CloudWatch",
    what: "logs",
    unit: "GB",
    dollars: 0.5,
    per: 1,
    free: 5,
    source: "AmazonCloudWatch: USE1-DataProcessing-Bytes",
    asOf: "2026-08-12",
  },
  schedules: {
    service: "EventBridge Scheduler",
    what: "calls of jobs",
    unit: "calls",
    dollars: 1,
    per: million,
    free: 14 * million,
    source: "AWSEvents: ScheduledInvocation",
    asOf: "2026-07-26",
  },
} as const satisfies Readonly<Record<string, Price>>;

/** A web ACL of AWS WAF with one rule: dollars a month, and for a million requests. */
export const webFirewall = { dollars: 6, perMillion: 0.6, asOf: "2026-06-18" } as const;

const days = Object.values(prices)
  .map(({ asOf }) => asOf)
  .toSorted();

/** Where the prices hold, and the days on which the first and the last of them were read. */
export const priceList = {
  region: "us-east-1",
  pricesFrom: certain(days[0]),
  pricesTo: certain(days.at(-1)),
};
