import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { projectFolder } from "#release/synthesis/sst-platform.ts";
import {
  bytesOfSettings,
  deploymentSettings,
  settingsBytes,
  settingsSummary,
} from "../../stacks/settings.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Settings of the site are read from the environment of the process, too. */
const settingsFrom = (environment: Readonly<Record<string, string>>, stage = "trial") => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return deploymentSettings(stage, environment);
};

const AWS_REGION = "eu-central-1";

describe("a deployment", () => {
  test("needs a region, and has a default for everything else", () => {
    expect(settingsFrom({ AWS_REGION, PATH: "/bin" })).toEqual({
      region: "eu-central-1",
      disposable: false,
      domain: undefined,
      alarmEmail: undefined,
      monthlyBudgetUsd: undefined,
      dashboard: false,
      hstsSubdomains: false,
      requestsPerSecond: 200,
      requestsPerAddress: undefined,
      downloadKeyGeneration: 1,
      proxySecretGeneration: 1,
      existingTable: undefined,
      cloudFrontLogs: undefined,
      site: {},
    });
    expect(() => settingsFrom({})).toThrow(
      "The deployment cannot begin.\n- AWS_REGION is not set: write AWS_REGION=eu-central-1, or another one, into .env.trial",
    );
  });

  test("has a budget wherever there is an address of mail, of 20 dollars unless it says another amount", () => {
    const told = { AWS_REGION, ALARM_EMAIL: "editor@example.org" };
    expect(settingsFrom(told).monthlyBudgetUsd).toBe(20);
    expect(settingsFrom({ ...told, MONTHLY_BUDGET_USD: "300" }).monthlyBudgetUsd).toBe(300);
  });

  test("without a region has no address of AWS at which SST could create its buckets, and says why", async () => {
    vi.stubEnv("AWS_REGION", "");
    vi.stubGlobal("$config", (config: unknown) => config);
    const { default: config } = await import(path.join(projectFolder, "sst.config.ts"));
    const { region } = config.app({ stage: "trial" }).providers.aws;
    expect(region).toBe("AWS_REGION is not set: write it into .env.trial");
    expect(URL.canParse(`https://ssm.${region}.amazonaws.com`)).toBe(false);
  });

  test("takes what is right, and no variables but its own and those of the site", () => {
    const settings = settingsFrom({
      AWS_REGION: "us-gov-west-1",
      DISPOSABLE_STAGE: "true",
      DOMAIN_NAME: "notes.xn--caf-dma.example",
      CERTIFICATE_ARN: "arn:aws:acm:us-east-1:123456789012:certificate/6c3d8e14-0000-4000-8000-000000000000",
      ALARM_EMAIL: "editor@example.org",
      MONTHLY_BUDGET_USD: "9.5",
      API_REQUESTS_PER_SECOND: "1000",
      EXISTING_TABLE: "lectern-production-restored",
      CLOUDFRONT_LOGS: "s3://lectern-production-logs/AWSLogs/123456789012/CloudFront/",
      SITE_COMMENTS_ENABLED: "true",
      ADMIN_GLOBAL_EDIT_LOCK: "true",
      HOME: "/root",
    });
    expect(settings).toMatchObject({ disposable: true, monthlyBudgetUsd: 9.5, requestsPerSecond: 1000 });
    const place = { bucket: "lectern-production-logs", folder: "AWSLogs/123456789012/CloudFront" };
    expect(settings.cloudFrontLogs).toEqual(place);
    expect(settings.site).toEqual({ SITE_COMMENTS_ENABLED: "true", ADMIN_GLOBAL_EDIT_LOCK: "true" });
    expect(settingsSummary("trial", settings)).toBe(
      `Stage trial in us-gov-west-1. Settings (64 of ${settingsBytes} bytes): ADMIN_GLOBAL_EDIT_LOCK, SITE_COMMENTS_ENABLED.`,
    );
  });

  test.each([
    ["AWS_REGION", "Frankfurt", "and not a region such as eu-central-1"],
    ["AWS_REGION", "eu-central-1a", "and not a region such as eu-central-1"],
    ["DISPOSABLE_STAGE", "yes", "and not true or false"],
    ["DOMAIN_NAME", "https://blog.example.org/", "and not the name of a host, such as blog.example.org"],
    ["DOMAIN_NAME", "localhost", "and not the name of a host"],
    ["DOMAIN_NAME", "192.0.2.1", "and not the name of a host"],
    [
      "CERTIFICATE_ARN",
      "arn:aws:acm:eu-central-1:123456789012:certificate/own",
      "in us-east-1, where CloudFront",
    ],
    ["ALARM_EMAIL", "editor", "and not an address of mail"],
    ["MONTHLY_BUDGET_USD", "0", "and not an amount of dollars"],
    ["API_REQUESTS_PER_SECOND", "1e3", "and not a number from 1 to 99999"],
    ["DOWNLOAD_KEY_GENERATION", "0", "and not a number from 1 to 9999"],
    ["PROXY_SECRET_GENERATION", "two", "and not a number from 1 to 9999"],
    ["CLOUDWATCH_DASHBOARD", "yes", "and not true or false"],
    ["WAF_REQUESTS_PER_ADDRESS", "5", "and not a number from 10 to 999999999"],
    ["HSTS_SUBDOMAINS", "1", "and not true or false"],
    ["EXISTING_TABLE", "a table", "and not the name of a table"],
    ["CLOUDFRONT_LOGS", "my-logs", "and not a folder of a bucket, such as s3://my-logs/lectern/"],
    ["CLOUDFRONT_LOGS", "s3://my-logs/", "and not a folder of a bucket"],
    ["CLOUDFRONT_LOGS", "s3://my-logs/../logs/", "and not a folder of a bucket"],
    ["PERMISSIONS_BOUNDARY", "functions", "and not the ARN of a policy"],
  ])("does not begin where %s is %s", (name, value, complaint) => {
    const complete = { AWS_REGION, DOMAIN_NAME: "a.example", ALARM_EMAIL: "a@a.example" };
    expect(() => settingsFrom({ ...complete, [name]: value })).toThrow(`- ${name} is ${value}, `);
    expect(() => settingsFrom({ ...complete, [name]: value })).toThrow(complaint);
  });

  test.each([
    [{ CERTIFICATE_ARN: "arn:aws:acm:us-east-1:123456789012:certificate/own" }, "not DOMAIN_NAME"],
    [{ MONTHLY_BUDGET_USD: "10" }, "not ALARM_EMAIL"],
    [
      { SITE_COMENTS_ENABLED: "true" },
      "SITE_COMENTS_ENABLED is not a setting; docs/settings.md lists them (did you mean SITE_COMMENTS_ENABLED?)",
    ],
    [{ SITE_COMMENTS_ENABLED: "yes" }, "SITE_COMMENTS_ENABLED is wrong: true or false is expected, not yes"],
  ])("does not begin with %j alone", (environment, complaint) => {
    expect(() => settingsFrom({ AWS_REGION, ...environment })).toThrow(complaint);
  });

  test("is never disposable in production", () => {
    expect(() => settingsFrom({ AWS_REGION, DISPOSABLE_STAGE: "true" }, "production")).toThrow(
      "the stage production is never disposable",
    );
  });

  test("names all that is wrong at once", () => {
    const wrong = { DOMAIN_NAME: "x", ALARM_EMAIL: "y", SITE_PUBLIC_IMAGES_API: "z" };
    expect(() => settingsFrom(wrong)).toThrow(
      /- AWS_REGION .*\n- DOMAIN_NAME .*\n- ALARM_EMAIL .*\n- The setting SITE_PUBLIC_IMAGES_API /,
    );
  });

  test("does not begin with more settings than a function has room for, and names the largest", () => {
    const withText = (length: number) => ({
      AWS_REGION,
      SITE_ROBOTS: "é".repeat(length),
      SITE_EDITOR_MARKDOWN: "true",
    });
    const rest = bytesOfSettings({ SITE_ROBOTS: "", SITE_EDITOR_MARKDOWN: "true" });
    const most = (settingsBytes - rest) / 2;
    expect(() => settingsFrom(withText(Math.floor(most)))).not.toThrow();
    expect(() => settingsFrom(withText(Math.floor(most) + 1))).toThrow(
      /the settings take \d+ bytes, and a function has room for 3072; the largest: SITE_ROBOTS \d+, SITE_EDITOR_MARKDOWN 4/,
    );
  });
});
