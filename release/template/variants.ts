/** A synthesis that differs from the fullest one in one setting of the deployment. */
interface Variant {
  /** The condition of the template. */
  readonly condition: string;
  /** Whether the variant is what holds with the condition; else it is what holds without it. */
  readonly holds: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** All settings that change what is created, with values that the template's parameters replace. */
export const fullEnvironment = {
  SYNTHESIS_NAMES: "tokens",
  SYNTHESIS_QUOTA: "raised",
  DOMAIN_NAME: "field-notes.example",
  CERTIFICATE_ARN: "arn:aws:acm:us-east-1:123456789012:certificate/own",
  ALARM_EMAIL: "alarms@token.example",
  MONTHLY_BUDGET_USD: "918273645",
  CLOUDWATCH_DASHBOARD: "true",
  HSTS_SUBDOMAINS: "true",
  WAF_REQUESTS_PER_ADDRESS: "2000",
  CLOUDFRONT_LOGS: "s3://token-of-bucket/token-of-folder/",
  PERMISSIONS_BOUNDARY: "arn:aws:iam::123456789012:policy/boundary",
  SITE_CORS_ORIGINS: '["https://cors-token.example"]',
  SITE_SHARED_CACHE_SECONDS: "60",
} as const;

/** The name of the stage in the syntheses: as long as a stage of the template may be. */
export const synthesisStage = "stagetoken";

const without = (condition: string, ...names: readonly string[]): Variant => ({
  condition,
  holds: false,
  environment: Object.fromEntries(names.map((name) => [name, undefined])),
});

const withValue = (condition: string, name: string, value: string): Variant => ({
  condition,
  holds: true,
  environment: { [name]: value },
});

export const variants: readonly Variant[] = [
  without("HasDomain", "DOMAIN_NAME", "CERTIFICATE_ARN"),
  without("HasAlarms", "ALARM_EMAIL", "MONTHLY_BUDGET_USD"),
  without("HasDashboard", "CLOUDWATCH_DASHBOARD"),
  without("HasHstsSubdomains", "HSTS_SUBDOMAINS"),
  withValue("TakesFewRequests", "API_REQUESTS_PER_SECOND", "50"),
  withValue("TakesManyRequests", "API_REQUESTS_PER_SECOND", "1000"),
  without("ReservesConcurrency", "SYNTHESIS_QUOTA"),
  without("HasWebAcl", "WAF_REQUESTS_PER_ADDRESS"),
  without("CountsLogs", "CLOUDFRONT_LOGS"),
  without("HasBoundary", "PERMISSIONS_BOUNDARY"),
  without("HasOrigins", "SITE_CORS_ORIGINS"),
  withValue("HasAllOrigins", "SITE_CORS_ORIGINS", '["*"]'),
  without("SharesPages", "SITE_SHARED_CACHE_SECONDS"),
];
