import { beforeAll } from "vitest";
import { type Deployment, synthesize } from "#release/synthesis/synthesize.ts";

/** Is disposable, and has no settings. */
export let trial: Deployment;

/** A public site with some settings. */
export let production: Deployment;

/**
 * Has a table and a certificate that exist, its third key, and bounded roles; another site uses it. It shares
 * pages, counts what logs say, and has a firewall.
 */
export let elsewhere: Deployment;

export const boundary = "arn:aws:iam::123456789012:policy/boundary";

export const certificate = "arn:aws:acm:us-east-1:123456789012:certificate/own";

beforeAll(async () => {
  trial = await synthesize("trial", { DISPOSABLE_STAGE: "true" });
  production = await synthesize("production", {
    DOMAIN_NAME: "field-notes.example",
    ALARM_EMAIL: "editor@field-notes.example",
    MONTHLY_BUDGET_USD: "12.50",
    CLOUDWATCH_DASHBOARD: "true",
    HSTS_SUBDOMAINS: "true",
    API_REQUESTS_PER_SECOND: "50",
    SITE_COMMENTS_ENABLED: "true",
    ADMIN_GLOBAL_EDIT_LOCK: "true",
    SOMETHING_ELSE: "stays behind",
  });
  elsewhere = await synthesize("elsewhere", {
    EXISTING_TABLE: "restored-table",
    PERMISSIONS_BOUNDARY: boundary,
    DOMAIN_NAME: "field-notes.example",
    CERTIFICATE_ARN: certificate,
    SITE_CORS_ORIGINS: '["https://app.example"]',
    DOWNLOAD_KEY_GENERATION: "3",
    PROXY_SECRET_GENERATION: "2",
    SITE_SHARED_CACHE_SECONDS: "60",
    WAF_REQUESTS_PER_ADDRESS: "2000",
    CLOUDFRONT_LOGS: "s3://lectern-elsewhere-logs/cdn/",
  });
}, 300_000);
