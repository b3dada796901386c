/** The only place with prices of AWS. They change: https://aws.amazon.com/pricing/ has today's. */
export const priceList = { region: "us-east-1", date: "2026-11-23" };

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
}

const million = 1_000_000;

/** List prices on demand, for the first tier, without offers of the first year. */
export const prices = {
  transfer: {
    service: "CloudFront",
    what: "bytes to visitors",
    unit: "GB",
    dollars: 0.085,
    per: 1,
    free: 1_024,
  },
  viewerRequests: {
    service: "CloudFront",
    what: "requests",
    unit: "requests",
    dollars: 1,
    per: million,
    free: 10 * million,
  },
  viewerFunctions: {
    service: "CloudFront",
    what: "functions at the edge",
    unit: "calls",
    dollars: 0.1,
    per: million,
    free: 2 * million,
  },
  apiRequests: {
    service: "API Gateway",
    what: "requests",
    unit: "requests",
    dollars: 1,
    per: million,
    free: 0,
  },
  functionCalls: {
    service: "Lambda",
    what: "calls",
    unit: "calls",
    dollars: 0.2,
    per: million,
    free: million,
  },
  functionTime: {
    service: "Lambda",
    what: "memory and time, arm64",
    unit: "GB-seconds",
    dollars: 13.3334,
    per: million,
    free: 400_000,
  },
  reads: {
    service: "DynamoDB",
    what: "read units",
    unit: "units",
    dollars: 0.125,
    per: million,
    free: 0,
  },
  writes: {
    service: "DynamoDB",
    what: "write units",
    unit: "units",
    dollars: 0.625,
    per: million,
    free: 0,
  },
  items: { service: "DynamoDB", what: "items", unit: "GB", dollars: 0.25, per: 1, free: 25 },
  itemBackup: {
    service: "DynamoDB",
    what: "backup of 35 days",
    unit: "GB",
    dollars: 0.2,
    per: 1,
    free: 0,
  },
  files: { service: "S3", what: "files", unit: "GB", dollars: 0.023, per: 1, free: 0 },
  fileWrites: { service: "S3", what: "writes", unit: "requests", dollars: 0.005, per: 1_000, free: 0 },
  fileReads: { service: "S3", what: "reads", unit: "requests", dollars: 0.0004, per: 1_000, free: 0 },
  logs: { service: "CloudWatch", what: "logs", unit: "GB", dollars: 0.5, per: 1, free: 5 },
  schedules: {
    service: "EventBridge Scheduler",
    what: "calls of jobs",
    unit: "calls",
    dollars: 1,
    per: million,
    free: 14 * million,
  },
} as const satisfies Readonly<Record<string, Price>>;
